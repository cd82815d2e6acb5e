# SPDX-License-Identifier: GPL-2.0-only
"""Takes plain Python values for those of attributes."""

import cppyy
from ns import ns

# Scripts have no use for this function, so its header is not installed.
cppyy.cppdef(
    """
    #include <string>
    namespace ns3::mrc
    {
    std::string ExpectedAttribute(const std::string& name, const std::string& value);
    } // namespace ns3::mrc
    """
)


def _value(value):
    """Returns the AttributeValue of a Python value; ns-3 reads it from a text as the attribute needs it."""
    target = value.__deref__() if hasattr(value, "__deref__") else value
    if isinstance(target, ns.AttributeValue):
        return value
    if isinstance(value, bool):
        return ns.StringValue("true" if value else "false")
    if isinstance(value, (int, float)):
        return ns.StringValue(repr(value))
    if isinstance(value, str):
        return ns.StringValue(value)
    if isinstance(value, ns.Time):
        return ns.TimeValue(value)
    raise TypeError(
        f"the value of an attribute is {value!r}; expected a number, a bool, a text such as '100us' "
        "or the name of an enum, a Time, or an AttributeValue of ns-3"
    )


def _refused(kind, name, value):
    """Returns the exception that says what an attribute takes."""
    text = str(value.Get()) if isinstance(value, ns.StringValue) else "the value"
    expected = str(ns.mrc.ExpectedAttribute(f"{kind}::{name}", text))
    if not expected:  # as a default it would be good
        expected = "one of the type of the attribute, which may be set then"
    return ValueError(f"{kind}::{name} = '{text}'; expected {expected}")


def _wrap(owner, method):
    """Has a method (name, value) take a plain value."""
    plain = getattr(owner, method)

    def call(self, name, value):
        return plain(self, name, _value(value))

    call.__doc__ = getattr(plain, "__doc__", None)
    setattr(owner, method, call)


def _wrap_static(owner, method):
    """Has a function (name, value) take a plain value."""
    plain = getattr(owner, method)
    setattr(owner, method, lambda name, value: plain(name, _value(value)))


_FAIL_SAFE = ns.ObjectBase.SetAttributeFailSafe


def _set_fail_safe(self, name, value):
    """ObjectBase::SetAttributeFailSafe, which of an enum's wrong name makes a fatal error."""
    try:
        return _FAIL_SAFE(self, name, _value(value))
    except ns.mrc.FatalError:
        return False


def _set_attribute(self, name, value):
    """ObjectBase::SetAttribute; says what an attribute takes, by a ValueError."""
    value = _value(value)
    if not _set_fail_safe(self, name, value):
        raise _refused(str(self.GetInstanceTypeId().GetName()), name, value)


ns.ObjectBase.SetAttribute = _set_attribute
ns.ObjectBase.SetAttributeFailSafe = _set_fail_safe
for _method in ("SetFabricAttribute", "SetQpAttribute", "SetEvAttribute", "SetCcAttribute"):
    _wrap(ns.mrc.FabricHelper, _method)
for _function in ("SetDefault", "SetDefaultFailSafe", "Set", "SetFailSafe"):
    _wrap_static(ns.Config, _function)
