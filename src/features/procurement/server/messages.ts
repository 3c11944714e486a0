import type { Subscriber } from '#server/events.ts'
import type { MessageKind } from '#server/feature.ts'
import { bid } from '../steps/bid/server-messages.ts'
import { bond } from '../steps/bond/server-messages.ts'
import { candidates } from '../steps/candidates/server-messages.ts'
import { clarify } from '../steps/clarify/server-messages.ts'
import { invite } from '../steps/invite/server-messages.ts'
import { open } from '../steps/open/server-messages.ts'
import { publish } from '../steps/publish/server-messages.ts'
import { signUp } from '../steps/sign-up/server-messages.ts'
import { winner } from '../steps/winner/server-messages.ts'
import { objectionMessages } from './objection-messages.ts'
import { onOrder } from './telling.ts'

/** What the steps tell people, in the order in which their settings list it. */
const MESSAGES = [publish, winner, bond, signUp, invite, clarify, bid, open, candidates, objectionMessages].flat()

export const messageKinds: readonly MessageKind[] = MESSAGES

/** Who is told what, by event. */
export const subscribers: readonly Subscriber[] = MESSAGES.flatMap(({ kind, of = kind, tell }) =>
  tell ? [onOrder(`procurement: tell of ${of}`, of, tell)] : [],
)
