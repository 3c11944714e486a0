import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Instant } from '#contract/time.ts'

/* Calls that exist in demonstration mode only: they would be a hole anywhere else. */

export const advanceClock = endpoint({
  method: 'POST',
  path: '/demo/clock',
  summary: 'Demonstration: move the clock forward',
  body: z.object({
    ms: z
      .number()
      .int()
      .min(0)
      .max(400 * 86_400_000),
  }),
  returns: z.object({ now: Instant }),
  once: false,
})

export const demoLogins = endpoint({
  method: 'GET',
  path: '/demo/logins',
  summary: 'Demonstration: who may log in',
  returns: z.object({
    password: z.string(),
    people: z.array(z.object({ account: z.string(), name: z.string(), role: z.string(), workbench: z.string() })),
  }),
})

/** `recordId`: an order, or a trade of it, as it stands in the address of the page that is looked at. */
export const demoPlay = endpoint({
  method: 'GET',
  path: '/demo/play',
  summary: 'Demonstration: where an order stands, whom it waits for, and its next deadline',
  query: z.object({ recordId: Id }),
  returns: z.object({
    orderId: Id,
    title: z.string(),
    stage: z.string(),
    next: z.object({ label: z.string(), at: Instant }).nullable(),
    /** Whose turn it is, and what is to be done. */
    turn: z.object({ who: z.string(), what: z.string() }).nullable(),
    method: z.number().int(),
    /** What other people of the demonstration can do now. */
    others: z.array(z.object({ label: z.string(), names: z.array(z.string()) })),
    /** What the inbox of whoever asks shows for it. */
    own: z.array(z.object({ label: z.string(), link: z.string() })),
  }),
  errors: ['notFound'],
})

export const letOthersAct = endpoint({
  method: 'POST',
  path: '/demo/others',
  summary: 'Demonstration: its other people do what an order waits for, each through the calls of their own pages',
  body: z.object({ recordId: Id }),
  returns: z.object({
    deeds: z.array(
      z.object({
        name: z.string(),
        label: z.string(),
        /** Why not; null: done. */
        failure: z.string().nullable(),
      }),
    ),
  }),
  errors: ['notFound'],
  once: false,
})

/** Codes of the methods of which there is an example. */
const ExampleMethod = z.literal([1, 6, 8, 10])
export type ExampleMethod = z.output<typeof ExampleMethod>

export const draftExample = endpoint({
  method: 'POST',
  path: '/demo/drafts',
  summary: 'Demonstration: an example drafted for whoever asks, ready to be published',
  body: z.object({ method: ExampleMethod }),
  returns: z.object({ link: z.string() }),
  errors: ['forbidden'],
  once: false,
})

export const demoKeyDownload = endpoint({
  method: 'GET',
  path: '/demo/keys/{account}/{suite}',
  summary: 'Demonstration: the key file of a supplier, under the demonstration password',
  params: z.object({ account: z.string(), suite: z.enum(['intl', 'gm']) }),
  answer: 'file',
})

export const demoDeviceDownload = endpoint({
  method: 'GET',
  path: '/demo/devices/{ceremonyId}/{account}',
  summary: 'Backup file of a demonstration officer’s device, under the demonstration password',
  params: z.object({ ceremonyId: Id, account: z.string() }),
  answer: 'file',
})
