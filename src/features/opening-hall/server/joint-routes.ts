import type { Subscriber } from '#server/events.ts'
import { implement, implementForPerson, type Route } from '#server/implement.ts'
import * as c from '../contract-joint.ts'
import { answer, officerOpening } from './joint-answers.ts'
import { closeRelease } from './joint-close.ts'
import { tellOfficers } from './joint-messages.ts'
import { tellOfOutage } from './outage-messages.ts'

/** Calls of a joint-key opening. `host`: who may run an opening. */
export function jointRoutes(host: Parameters<typeof implement>[1]): readonly Route[] {
  return [
    implement(c.closeRelease, host, (ctx, { params }) => closeRelease(ctx, params.projectId)),
    implementForPerson(c.officerOpening, {}, (ctx, { params }) => officerOpening(ctx, params.ceremonyId)),
    implementForPerson(c.giveAnswer, {}, (ctx, { params, body }) => answer(ctx, params.ceremonyId, body)),
  ]
}

export const jointSubscribers: readonly Subscriber[] = [tellOfficers, tellOfOutage]
