import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { AvatarContent } from '#features/templates/contract/content.ts'
import { MOMENT_NAMES } from '#features/templates/rules/moments.ts'

/** The digital host of a hall: who it is, how it speaks, and what it says at each moment, filled with the order. */
export const DigitalHost = z.object({
  /** The template it comes from; '' for the platform's own words. */
  templateName: z.string(),
  host: AvatarContent.shape.host,
  voice: AvatarContent.shape.voice,
  lines: z.partialRecord(z.enum(MOMENT_NAMES), z.string()),
  /** What is said of each bidder that is read out; none before the marks are open. */
  readings: z.array(z.object({ bidderId: Id, text: z.string() })),
})
export type DigitalHost = z.output<typeof DigitalHost>

export const digitalHost = endpoint({
  method: 'GET',
  path: '/bid-hall/{id}/digital-host',
  summary: 'The digital host of a hall, for everybody in it',
  follows: ['hall'],
  params: z.object({ id: Id }),
  returns: DigitalHost,
})
