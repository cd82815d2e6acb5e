/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ROLE_MEMORY_H
#define MRC_ROLE_MEMORY_H

#include "mrc-connection-parameters.h"
#include "mrc-line-blocks.h"

#include <memory>
#include <new>
#include <utility>

namespace ns3
{
namespace mrc
{

/** Ends a role of a connection, and gives its memory back to where the parameters say. */
template <typename Role>
struct RoleEnd
{
    /** @param role with a store that has parameters, which outlive the role */
    void operator()(Role* role) const
    {
        LineBlocks* const blocks = role->Store().parameters.blocks;
        if (blocks == nullptr)
        {
            delete role;
            return;
        }
        role->~Role();
        blocks->GiveBack(role, sizeof(Role));
    }
};

/** A role of a connection: a pointer, as each packet reads it. */
template <typename Role>
using RolePtr = std::unique_ptr<Role, RoleEnd<Role>>;

/**
 * @param parameters of the connection, which say where roles are made
 * @param others the other arguments of the role's constructor
 * @return a new role
 */
template <typename Role, typename... Others>
RolePtr<Role>
MakeRole(const ConnectionParameters& parameters, Others&&... others)
{
    static_assert(alignof(Role) <= 64 && sizeof(Role) % 64 == 0,
                  "blocks are whole cache lines, and begin one");
    if (parameters.blocks == nullptr)
    {
        return RolePtr<Role>(new Role(parameters, std::forward<Others>(others)...));
    }
    void* const block = parameters.blocks->Take(sizeof(Role));
    try
    {
        return RolePtr<Role>(new (block) Role(parameters, std::forward<Others>(others)...));
    }
    catch (...) // a user's own algorithm may refuse
    {
        parameters.blocks->GiveBack(block, sizeof(Role));
        throw;
    }
}

} // namespace mrc
} // namespace ns3

#endif /* MRC_ROLE_MEMORY_H */
