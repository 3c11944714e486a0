import type { Feature } from '#server/feature.ts'
import { implementForPerson } from '#server/implement.ts'
import * as contract from '../contract.ts'
import { channelSender } from './channels.ts'
import * as inbox from './inbox.ts'

/** What the platform tells people: inbox, live signals, text messages and e-mail. */
export const messages: Feature = {
  name: 'messages',
  routes: [
    implementForPerson(contract.messagePage, {}, (ctx, { query }) => inbox.page(ctx, query)),
    implementForPerson(contract.markRead, {}, (ctx, { body }) => inbox.markRead(ctx, body.messageIds)),
    implementForPerson(contract.markAllRead, {}, (ctx, { query }) => inbox.markAllRead(ctx, query.identity)),
    implementForPerson(contract.deleteMessages, {}, (ctx, { body }) => inbox.remove(ctx, body.messageIds)),
    implementForPerson(contract.unreadCount, {}, (ctx, { query }) => inbox.unread(ctx, query.identity)),
  ],
  subscribers: [channelSender],
  topics: [
    { prefix: 'user', allows: async (_kernel, { actor }, id) => actor?.userId === id },
    { prefix: 'company', allows: async (_kernel, { actor }, id) => actor?.companyId === id },
  ],
}
