import type { Kind } from '#contract/kinds.ts'
import { noteChanged } from './stale.ts'

interface Rule {
  /** What pages about the topic have read: the record that each of their calls looks up first, before anything of it. */
  kinds: readonly Kind[]
  /** Events with which something else is to be loaded, and how long that rests, ms. */
  events?: Readonly<Record<string, { kinds: readonly Kind[]; rest?: number }>>
}

const ORDER: Rule = { kinds: ['order'] }

/** By the first part of a topic: `order` of `order:<id>`. */
const RULES: Readonly<Record<string, Rule>> = {
  order: ORDER,
  'order-owner': ORDER,
  hall: { kinds: ['opening'], events: { 'hall.message': { kinds: [] } } },
  // Marks are saved every few seconds by every member.
  review: { kinds: ['review'], events: { 'review.progress': { kinds: ['review-task'], rest: 2_000 } } },
  'review-bidder': { kinds: ['review'] },
  auction: { kinds: ['auction'] },
  'price-talk': { kinds: ['price-talk'] },
  'joint-key': { kinds: ['joint-key'] },
  user: {
    kinds: ['todo', 'message', 'workflow', 'company-audit'],
    events: {
      'download.changed': { kinds: ['download'] },
      'message.changed': { kinds: ['todo', 'message'] },
    },
  },
  company: { kinds: ['association', 'expert-extraction'] },
}

/** Loads again what an event of this topic tells of; without an event, whatever may have been missed. */
export function noteLive(topic: string, event?: string): void {
  const rule = RULES[topic.slice(0, topic.indexOf(':'))]
  if (!rule) return
  const { kinds, rest } = (event !== undefined && rule.events?.[event]) || { ...rule, rest: undefined }
  noteChanged(kinds, rest)
}
