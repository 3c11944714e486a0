import * as z from 'zod'
import { endpoint, type OutputOf } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { Identity, WorkbenchName } from '#contract/workbench.ts'
import { type Channel, CHANNELS, MODES, type Mode, OUTSIDE } from './rules.ts'

const ChannelName = z.enum(Object.keys(CHANNELS) as [Channel, ...Channel[]])
export const OutsideName = z.enum(OUTSIDE)
const Hour = z.number().int().min(0).max(23)
const Email = z.email('请输入正确的邮箱地址').max(200)

export const Rhythm = z.object({
  mode: z.enum(Object.keys(MODES) as [Mode, ...Mode[]]),
  /** Of a digest, in Beijing. */
  hour: Hour,
  /** Of a weekly digest; 1 is Monday. */
  weekday: z.number().int().min(1).max(7),
  quietFrom: Hour.nullable(),
  quietTo: Hour.nullable(),
})

export const messageGroups = endpoint({
  method: 'GET',
  path: '/message/platform/1/groups',
  summary: 'Groups of messages received in one workbench',
  query: z.object({ identity: Identity }),
  returns: z.array(z.string()),
})

export const messageSettings = endpoint({
  method: 'GET',
  path: '/message/platform/1/settings',
  summary: 'What the person receives in one workbench, by kind and channel, and when',
  query: z.object({ identity: Identity }),
  returns: z.object({
    kinds: z.array(
      z.object({
        kind: z.string(),
        label: z.string(),
        group: z.string(),
        /** Has legal effect: the inbox always gets it. */
        isEssential: z.boolean(),
        /** Sent at once, whatever the rhythm of a channel. */
        isTimely: z.boolean(),
        on: z.array(ChannelName),
      }),
    ),
    channels: z.array(
      Rhythm.extend({
        channel: OutsideName,
        /** `carrier`: leaves the platform; `demo`: shown in the local outbox; `none`: not offered here. */
        goes: z.enum(['carrier', 'demo', 'none']),
        /** Masked; null where the person cannot be reached yet. */
        address: z.string().nullable(),
        /** The newest text on this channel could not be delivered. */
        failedAt: Instant.nullable(),
      }),
    ),
    /** An e-mail address that waits for its code, masked. */
    askedEmail: z.string().nullable(),
  }),
})

export type MessageSettings = OutputOf<typeof messageSettings>

export const chooseMessages = endpoint({
  method: 'PUT',
  path: '/message/platform/1/settings',
  summary: 'Choose channels of kinds of messages in one workbench',
  body: z.object({
    identity: WorkbenchName,
    choices: z
      .array(z.object({ kind: z.string().max(80), channel: ChannelName, on: z.boolean() }))
      .min(1)
      .max(400),
  }),
})

export const setRhythm = endpoint({
  method: 'PUT',
  path: '/message/platform/1/channels/{channel}',
  summary: 'Choose when a channel may disturb, and whether messages come together',
  params: z.object({ channel: OutsideName }),
  body: Rhythm.refine((r) => (r.quietFrom === null) === (r.quietTo === null), {
    path: ['quietTo'],
    message: '请同时选择免打扰的开始和结束时间',
  }).refine((r) => r.quietFrom === null || r.quietFrom !== r.quietTo, {
    path: ['quietTo'],
    message: '免打扰的开始和结束时间不能相同',
  }),
})

export const askEmailCode = endpoint({
  method: 'POST',
  path: '/message/platform/1/email/code',
  summary: 'Send a code to an e-mail address that is to receive messages',
  body: z.object({ email: Email }),
  returns: z.object({ retryAfterSeconds: z.number().int() }),
  errors: ['tooMany'],
  once: false,
})

export const confirmEmail = endpoint({
  method: 'PUT',
  path: '/message/platform/1/email',
  summary: 'Receive messages at the address that the code was sent to',
  body: z.object({ code: z.string().regex(/^\d{6}$/, '请输入6位验证码') }),
})

export const forgetEmail = endpoint({
  method: 'DELETE',
  path: '/message/platform/1/email',
  summary: 'Receive no e-mail any more',
})

const TextState = z.enum(['waiting', 'sent', 'kept', 'failed', 'withdrawn'])

export const textPage = endpoint({
  method: 'GET',
  path: '/workbench/admin/message-texts/page',
  summary: 'Texts that left the platform or should have, newest first; without what they say',
  query: PageQuery.extend({ state: TextState.optional(), channel: OutsideName.optional() }),
  returns: pageOf(
    z.object({
      textId: Id,
      channel: OutsideName,
      recipient: z.string(),
      subject: z.string(),
      state: TextState,
      attempts: z.number().int(),
      failure: z.string(),
      createdAt: Instant,
      doneAt: Instant.nullable(),
    }),
  ),
})

export const sendAgain = endpoint({
  method: 'POST',
  path: '/workbench/admin/message-texts/{textId}/again',
  summary: 'Try a failed text once more',
  params: z.object({ textId: Id }),
  errors: ['wrongState'],
})

export const demoOutbox = endpoint({
  method: 'GET',
  path: '/demo/outbox',
  summary: 'Demonstration: what would have been sent, to whom, and what it says',
  query: PageQuery.extend({ channel: OutsideName.optional() }),
  returns: pageOf(
    z.object({
      textId: Id,
      channel: OutsideName,
      recipient: z.string(),
      /** Whose address it is, where that is known. */
      person: z.string().nullable(),
      subject: z.string(),
      body: z.string(),
      createdAt: Instant,
      /** A text whose sender follows what becomes of it: `demoAnswer` plays that. */
      isFollowed: z.boolean(),
    }),
  ),
})

export const demoAnswer = endpoint({
  method: 'POST',
  path: '/demo/outbox/{textId}/answer',
  summary: 'Demonstration: plays what a telephone would say to a text that its sender follows',
  params: z.object({ textId: Id }),
  body: z.object({
    as: z.enum(['delivered', 'undelivered', 'reply']),
    /** What is answered. */
    text: z.string().max(200).default('T'),
  }),
  once: false,
})

export const smsCallback = endpoint({
  method: 'POST',
  path: '/message/sms/callbacks/{tenant}',
  summary: 'The gateway of text messages tells whether a text arrived, or what was answered, signed',
  params: z.object({ tenant: z.string().max(10) }),
  answer: 'stream',
  once: false,
})
