import type { Feature } from '#server/feature.ts'
import { implementForPerson } from '#server/implement.ts'
import * as c from '../contract.ts'
import { add, setStatus, update } from './keeping.ts'
import { findExpert, listExperts } from './library.ts'

/** Own libraries are kept in the buyers' workbenches, the platform's in the administration. */
const KEEPER = { workbench: ['purchaser', 'agency', 'admin'], right: ['expertManagement', 'platform'] } as const
/** Who forms committees must be able to look. */
const READER = {
  workbench: ['purchaser', 'agency', 'admin'],
  right: ['expertManagement', 'expertExtraction', 'tendering', 'agencyTendering', 'platform'],
} as const

export const experts: Feature = {
  name: 'experts',
  routes: [
    implementForPerson(c.expertPage, READER, (ctx, { query }) => listExperts(ctx, query)),
    implementForPerson(c.expertDetail, READER, (ctx, { params }) => findExpert(ctx, params.expertId)),
    implementForPerson(c.addExpert, KEEPER, (ctx, { body }) => add(ctx, body)),
    implementForPerson(c.updateExpert, KEEPER, (ctx, { params, body }) => update(ctx, params.expertId, body)),
    implementForPerson(c.setExpertStatus, KEEPER, (ctx, { params, body }) => setStatus(ctx, params.expertId, body)),
  ],
}
