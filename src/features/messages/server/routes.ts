import type { Feature } from '#server/feature.ts'
import { implementForPerson, implementPublic, implementRaw } from '#server/implement.ts'
import * as contract from '../contract.ts'
import * as more from '../contract-settings.ts'
import { demonstrate, receive } from './callbacks.ts'
import { digest } from './deliveries.ts'
import * as email from './email.ts'
import * as inbox from './inbox.ts'
import { kindsIn, OTHER } from './kinds.ts'
import * as outbox from './outbox.ts'
import { sender } from './sender.ts'
import * as own from './settings.ts'

const ADMIN = { workbench: 'admin', right: 'platform' } as const

/** What the platform tells people: inbox, live signals, text messages, e-mail, WeChat. */
export const messages: Feature = {
  name: 'messages',
  routes: [
    implementForPerson(contract.messagePage, {}, (ctx, { query }) => inbox.page(ctx, query)),
    implementForPerson(contract.markRead, {}, (ctx, { body }) => inbox.markRead(ctx, body.messageIds)),
    implementForPerson(contract.markAllRead, {}, (ctx, { query }) => inbox.markAllRead(ctx, query.identity)),
    implementForPerson(contract.deleteMessages, {}, (ctx, { body }) => inbox.remove(ctx, body.messageIds)),
    implementForPerson(contract.unreadCount, {}, (ctx, { query }) => inbox.unread(ctx, query.identity)),

    implementForPerson(more.messageGroups, {}, async (_ctx, { query }) => [
      ...new Set([...kindsIn(query.identity).map((kind) => kind.group), OTHER]),
    ]),
    implementForPerson(more.messageSettings, {}, (ctx, { query }) => own.settings(ctx, query.identity)),
    implementForPerson(more.chooseMessages, {}, (ctx, { body }) => own.choose(ctx, body)),
    implementForPerson(more.setRhythm, {}, (ctx, { params, body }) => own.rhythm(ctx, params.channel, body)),
    implementForPerson(more.askEmailCode, {}, (ctx, { body }) => email.askCode(ctx, body.email)),
    implementForPerson(more.confirmEmail, {}, (ctx, { body }) => email.confirm(ctx, body.code)),
    implementForPerson(more.forgetEmail, {}, (ctx) => email.forget(ctx)),

    implementForPerson(more.textPage, ADMIN, (ctx, { query }) => outbox.texts(ctx, query)),
    implementForPerson(more.sendAgain, ADMIN, (ctx, { params }) => outbox.again(ctx, params.textId)),
    implementPublic(more.demoOutbox, {}, (ctx, { query }) => outbox.demonstration(ctx, query)),
    implementPublic(more.demoAnswer, {}, (ctx, { params, body }) => demonstrate(ctx, params.textId, body)),
    implementRaw(more.smsCallback, receive),
  ],
  subscribers: [sender, digest],
  topics: [
    { prefix: 'user', allows: async (_kernel, { actor }, id) => actor?.userId === id },
    { prefix: 'company', allows: async (_kernel, { actor }, id) => actor?.companyId === id },
  ],
  home: outbox.home,
}
