/* SPDX-License-Identifier: Apache-2.0 */
/* Messages of the control channel that make, delete and list subshells (JEP 91; C-8). */
#include "messages/messages.h"
#include "wire/json.h"

json_t *on_create_subshell(struct jupyter_kernel *k, struct request *r)
{
    return json_pack("{so}", "subshell_id", subshell_create(k));
}

json_t *on_delete_subshell(struct jupyter_kernel *k, struct request *r)
{
    return subshell_delete(k, json_get_text(r->content, "subshell_id", ""))
               ? json_object()
               : error_content("SubshellNotFound", "there is no such subshell");
}

json_t *on_list_subshell(struct jupyter_kernel *k, struct request *r)
{
    return json_pack("{so}", "subshell_id", subshell_ids(k));
}
