import type { Feature } from '#server/feature.ts'
import { implementFile, implementForPerson } from '#server/implement.ts'
import * as c from '../contract.ts'
import { applicationRoutes } from './applications.ts'
import { subscribers } from './events.ts'
import { draftRoutes } from './extraction-draft.ts'
import { drawRoutes } from './extraction-draw.ts'
import { viewRoutes } from './extraction-view.ts'
import { demandOwnFiles, fileAnswer, filesOf, uploads } from './files.ts'
import { find } from './find.ts'
import { home } from './home.ts'
import { importRoutes } from './import.ts'
import { invitationRoutes } from './invitations.ts'
import { add, ownExpert, setStatus, update } from './keeping.ts'
import { leaveRoutes } from './leaves.ts'
import { expertDetailOf, listExperts } from './library.ts'
import { majorRoutes } from './majors.ts'
import { messageKinds } from './message-kinds.ts'
import { proofRoutes } from './proof.ts'
import { replyRoutes } from './replies.ts'
import { shareRoutes } from './shares.ts'

/** Own libraries are kept in the buyers' workbenches, the platform's in the administration. */
const KEEPER = { workbench: ['purchaser', 'agency', 'admin'], right: ['expertManagement', 'platform'] } as const
/** Who forms committees must be able to look. */
const READER = {
  workbench: ['purchaser', 'agency', 'admin'],
  right: ['expertManagement', 'expertExtraction', 'tendering', 'agencyTendering', 'platform'],
} as const

export const experts: Feature = {
  name: 'experts',
  files: { 'expert_file.file_id': 'id', 'expert_application.content': 'document' },
  routes: [
    implementForPerson(c.expertPage, READER, (ctx, { query }) => listExperts(ctx, query)),
    implementForPerson(c.addExpert, KEEPER, async (ctx, { body }) => {
      await demandOwnFiles(ctx, body.files)
      return add(ctx, body)
    }),
    ...importRoutes(KEEPER),
    implementForPerson(c.expertDetail, READER, (ctx, { params }) => expertDetailOf(ctx, params.expertId)),
    implementFile(c.expertFile, { ...KEEPER, audience: 'person' }, async (ctx, { params }) => {
      await ownExpert(ctx, params.expertId, false)
      return fileAnswer(ctx, await filesOf(ctx, params.expertId), params.fileId)
    }),
    implementForPerson(c.updateExpert, KEEPER, (ctx, { params, body }) => update(ctx, params.expertId, body)),
    implementForPerson(c.setExpertStatus, KEEPER, (ctx, { params, body }) => setStatus(ctx, params.expertId, body)),
    ...majorRoutes,
    ...shareRoutes,
    ...applicationRoutes,
    ...leaveRoutes,
    ...draftRoutes,
    ...viewRoutes,
    ...drawRoutes,
    ...replyRoutes,
    ...proofRoutes,
    ...invitationRoutes,
  ],
  subscribers,
  uploads,
  home,
  find,
  messageKinds,
}
