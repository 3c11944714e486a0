import type { Feature } from '#server/feature.ts'
import { associationRoutes } from './associations.ts'
import { departmentRoutes } from './departments.ts'
import { employeeRoutes } from './employees.ts'
import { employmentRoutes } from './employments.ts'
import { messageKinds, subscribers } from './events.ts'
import { find } from './find.ts'
import { home } from './home.ts'
import { importRoutes } from './import.ts'
import { invitationRoutes } from './invitations.ts'
import { keepingRoutes } from './keeping.ts'
import { lifeRoutes } from './life.ts'
import { loginLogRoutes } from './login-logs.ts'
import { orgRoutes } from './org.ts'
import { roleRoutes } from './roles.ts'

/** Who works in a company and may do what, and how companies belong together. */
export const organisation: Feature = {
  name: 'organisation',
  routes: [
    ...departmentRoutes,
    ...orgRoutes,
    ...employeeRoutes,
    ...employmentRoutes,
    ...keepingRoutes,
    ...lifeRoutes,
    ...roleRoutes,
    ...importRoutes,
    ...invitationRoutes,
    ...associationRoutes,
    ...loginLogRoutes,
  ],
  messageKinds,
  subscribers,
  home,
  find,
}
