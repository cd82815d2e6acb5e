# SPDX-License-Identifier: GPL-2.0-only
"""Shows what the module's structs and profiles hold."""

import functools

import cppyy
from ns import ns

cppyy.cppdef(
    """
    #include <sstream>
    #include <type_traits>
    namespace ns3::mrc::python
    {
    template <class T, class = void>
    struct IsPrinted : std::false_type
    {
    };

    template <class T>
    struct IsPrinted<T, std::void_t<decltype(std::declval<std::ostream&>() << std::declval<const T&>())>>
        : std::true_type
    {
    };

    /** The text of an enum or a time; of what Python shows better itself nothing. */
    template <class T>
    std::string Shown(const T& value)
    {
        std::ostringstream out;
        if constexpr (std::is_same_v<T, Instant> || std::is_same_v<T, Span>)
        {
            out << value.Ps() << " ps";
        }
        else if constexpr (std::is_enum_v<T> && IsPrinted<T>::value)
        {
            out << value;
        }
        else if constexpr (std::is_integral_v<T> && sizeof(T) == 1 && !std::is_same_v<T, bool>)
        {
            out << static_cast<int>(value);
        }
        return out.str();
    }

    inline std::string Attributes(const ObjectBase& object)
    {
        std::string text;
        for (TypeId tid = object.GetInstanceTypeId(); tid.HasParent(); tid = tid.GetParent())
        {
            for (std::size_t i = 0; i < tid.GetAttributeN(); ++i)
            {
                const TypeId::AttributeInformation info = tid.GetAttribute(i);
                const Ptr<AttributeValue> value = info.checker->Create();
                if ((info.flags & TypeId::ATTR_GET) && object.GetAttributeFailSafe(info.name, *value))
                {
                    text += (text.empty() ? "" : ", ") + info.name + "=" +
                            value->SerializeToString(info.checker);
                }
            }
        }
        return text;
    }
    } // namespace ns3::mrc::python
    """
)

PROFILES = ("QpProfile", "EvProfile", "CcProfile")


def _members(kind):
    """Returns the names of the data of a C++ class, its bases' included."""
    return [
        name
        for base in reversed(kind.__mro__)
        for name, value in vars(base).items()
        if type(value).__name__ == "CPPDataMember" and not name.startswith("m_")
    ]


@functools.lru_cache(maxsize=None)
def _shower(kind, name):
    """A C++ function that shows a member of objects of a class."""
    cpp = kind.__cpp_name__
    function = f"Show_{cpp}_{name}".replace("::", "_")
    cppyy.cppdef(
        f"""
        namespace ns3::mrc::python
        {{
        inline std::string {function}(const {cpp}& object)
        {{
            return Shown(object.{name});
        }}
        }} // namespace ns3::mrc::python
        """
    )
    return getattr(ns.mrc.python, function)


def _plain(value):
    """Returns the text of a value that Python shows; arrays and vectors as lists."""
    if hasattr(value, "__len__") and not isinstance(value, str) and hasattr(value, "__getitem__"):
        name = getattr(type(value), "__cpp_name__", "")
        return repr(str(value)) if "string" in name else repr([value[i] for i in range(len(value))])
    return repr(value)


def _show_struct(self):
    kind = type(self)
    parts = [
        f"{name}={str(_shower(kind, name)(self)) or _plain(getattr(self, name))}"
        for name in _members(kind)
    ]
    return f"{kind.__name__}({', '.join(parts)})"


def _show_time(self):
    return f"{type(self).__name__}({self.Ps()} ps)"


def _show_profile(self):
    return f"{type(self).__name__}({ns.mrc.python.Attributes(self)})"


def _show_pointer(self):
    return repr(self.__deref__()) if self else f"{type(self).__name__}(null)"


def _pythonize_pointer(kind, name):
    if name in [f"Ptr<ns3::mrc::{profile}>" for profile in PROFILES]:
        kind.__repr__ = kind.__str__ = _show_pointer


def _pythonize(kind, name):
    """Gives a class of the module its texts when a script first names it."""
    if name in ("Instant", "Span"):
        kind.__repr__ = kind.__str__ = _show_time
    elif name in PROFILES:
        kind.__repr__ = kind.__str__ = _show_profile
    elif _members(kind) and not issubclass(kind, ns.ObjectBase):
        kind.__repr__ = kind.__str__ = _show_struct


cppyy.py.add_pythonization(_pythonize, "ns3::mrc")
cppyy.py.add_pythonization(_pythonize_pointer, "ns3")
