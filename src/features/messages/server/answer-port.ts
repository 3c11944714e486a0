import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { port } from '#server/port.ts'

/** What somebody answered to a text message. */
export interface SmsAnswer {
  mobile: string
  text: string
  /** When it was answered, as the gateway says. */
  at: Date
  /** The text it answers, where the gateway knows. */
  textId: string | null
}

/** Who listens to answers: a feature above, which this one does not know. */
export const smsAnswers = port<{ received: (ctx: Context<Actor | null>, answer: SmsAnswer) => Promise<void> }>(
  'who listens to answers of text messages',
  { received: () => Promise.resolve() },
)
