import type { Feature } from '#server/feature.ts'
import { implementForPerson } from '#server/implement.ts'
import * as c from '../contract.ts'
import { findAll } from './find.ts'
import { gather } from './gather.ts'
import { inboxPage } from './inbox.ts'
import { snooze } from './snooze.ts'

/** Home page and inbox of each workbench, from the sources of these features. */
export function home(features: readonly Feature[]): Feature {
  return {
    name: 'home',
    routes: [
      implementForPerson(c.homePage, {}, (ctx) => gather(ctx, features)),
      // Every page asks for it: fifty statements that take longer to plan than to run.
      implementForPerson(c.inbox, { keepsAll: true }, (ctx, { query }) => inboxPage(ctx, features, query)),
      implementForPerson(c.findRecords, {}, (ctx, { query }) => findAll(ctx, features, query.keyword)),
      implementForPerson(c.snoozeTodo, {}, (ctx, { body }) => snooze(ctx, features, body)),
    ],
  }
}
