/** Host user → who is signed in. */

import { inLanguage, type Language } from "#api/http/language.ts";
import { permissionsOf } from "#api/permissions.ts";
import type { CurrentUser } from "#contract/people/account.ts";
import type { AccountRow } from "#db/queries/host-users/current-user.ts";

export const presentCurrentUser = (user: AccountRow, lang: Language): CurrentUser => ({
  id: user.id,
  loginId: user.loginId,
  name: user.name,
  enName: user.enName,
  company: {
    id: user.companyId,
    name: inLanguage(lang, user.companyName, user.companyEnName),
  },
  department: user.department,
  position: user.position,
  role: user.role,
  permissions: permissionsOf(user.role),
});
