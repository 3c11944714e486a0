import { AppError } from '#contract/errors.ts'
import { isJoint } from '#features/procurement/rules/key-mode.ts'
import { demandProvable, orderRow } from '#features/procurement/server/public.ts'
import type { Feature } from '#server/feature.ts'
import { startLateRecords } from '#server/late-records.ts'
import { implement, implementForPerson, implementPublic } from '#server/implement.ts'
import * as c from '../contract.ts'
import * as i from '../contract-invitations.ts'
import { beginCare, careDue, excuse, selfCheck } from './care.ts'
import { checkJointKeys } from './check.ts'
import { home } from './home.ts'
import { answer, invitationsOf, invitationsTo, invite, withdraw } from './invitations.ts'
import { tellOfInvitations } from './invitation-messages.ts'
import { unloggedTranscripts } from './late-transcripts.ts'
import { messageKinds, tellOfSteps } from './messages.ts'
import { complaint, confirmation, dealing, device } from './officer.ts'
import { listOwn, ownView } from './officer-view.ts'
import { candidates, drop, jointKeyOfOrder, start } from './owner.ts'
import { jointKeyOf } from './public.ts'
import { tellOfTies } from './ties.ts'
import { topics } from './topics.ts'

const OWNER = { workbench: ['purchaser', 'agency'], right: ['tendering', 'agencyTendering'] } as const

export const jointKey: Feature = {
  name: 'joint-key',
  routes: [
    implement(c.orderJointKey, OWNER, (ctx, { params }) => jointKeyOfOrder(ctx, params.orderId)),
    implement(c.officerCandidates, OWNER, (ctx, { params }) => candidates(ctx, params.orderId)),
    implement(i.supervisorInvitations, OWNER, (ctx, { params }) => invitationsOf(ctx, params.orderId)),
    implement(i.inviteSupervisor, OWNER, (ctx, { params, body }) => invite(ctx, params.orderId, body.contact)),
    implement(i.withdrawInvitation, OWNER, (ctx, { params }) => withdraw(ctx, params)),
    implementForPerson(i.ownInvitations, {}, (ctx) => invitationsTo(ctx)),
    implementForPerson(i.answerInvitation, {}, (ctx, { params, body }) =>
      answer(ctx, params.invitationId, body.accept),
    ),
    implement(c.startCeremony, OWNER, (ctx, { params, body }) => start(ctx, params.orderId, body)),
    implement(c.dropCeremony, OWNER, (ctx, { params, body }) => drop(ctx, params, body.reason)),
    implementForPerson(c.ownCeremonies, {}, (ctx) => listOwn(ctx)),
    implementForPerson(c.ownCeremony, {}, (ctx, { params }) => ownView(ctx, params.ceremonyId)),
    implementForPerson(c.giveDevice, {}, (ctx, { params, body }) => device(ctx, params.ceremonyId, body)),
    implementForPerson(c.giveDealing, {}, (ctx, { params, body }) => dealing(ctx, params.ceremonyId, body)),
    implementForPerson(c.giveConfirmation, {}, (ctx, { params, body }) => confirmation(ctx, params.ceremonyId, body)),
    implementForPerson(c.giveComplaint, {}, (ctx, { params, body }) => complaint(ctx, params.ceremonyId, body)),
    implementForPerson(c.giveSelfCheck, {}, (ctx, { params, body }) => selfCheck(ctx, params.ceremonyId, body)),
    implement(c.excuseOfficer, OWNER, (ctx, { params, body }) => excuse(ctx, params, body.reason)),
    implementPublic(c.jointKeyRecord, {}, async (ctx, { params }) => {
      const order = await orderRow(ctx, params.orderId)
      await demandProvable(ctx, order)
      const key = order.publishedAt && isJoint(order.settings) ? await jointKeyOf(ctx, params.orderId) : null
      if (!key) throw new AppError('notFound')
      return { ...key.record }
    }),
  ],
  topics,
  subscribers: [tellOfSteps, ...tellOfInvitations, ...tellOfTies, beginCare, careDue],
  messageKinds,
  home,
  start: (kernel) => startLateRecords(kernel, 'joint transcripts', unloggedTranscripts),
  check: checkJointKeys,
}
