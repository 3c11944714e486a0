import type { Kind } from '#contract/kinds.ts'
import { noteChanged } from './stale.ts'

interface Rule {
  /** What every call reads that a page about the topic makes. */
  kinds: readonly Kind[]
  /** Those calls name the record of the topic: what else reads of the kinds, such as to-dos, is not loaded by its events. */
  isOfRecord?: boolean
  /** Events that tell of something else, and how long that rests, ms. */
  events?: Readonly<Record<string, { kinds: readonly Kind[]; rest?: number }>>
  /** Loaded when events may have been missed; absent: `kinds`, of calls that name the record. */
  missed?: readonly Kind[]
}

// Lines come with the event; who comes is looked at once for several.
const ROOM: Rule = {
  kinds: ['talk-presence'],
  events: { 'talk.line': { kinds: [] }, 'talk.presence': { kinds: ['talk-presence'], rest: 2_000 } },
  missed: ['talk-line', 'talk-presence'],
}
// Every call about an order looks the order up first, to see who may.
const ORDER: Rule = { kinds: ['order'] }
// What is held, taken out, given back, and what the statement then says.
const MONEY: readonly Kind[] = ['approval-hold', 'ledger', 'payment', 'withdrawal']
const MESSAGE: Rule = { kinds: ['hall-message'], events: { 'hall.message': { kinds: ['hall-read'] } } }

/** By the first part of a topic: `order` of `order:<id>`. A topic without a rule is for handlers alone. */
const RULES: Readonly<Record<string, Rule>> = {
  order: ORDER,
  'order-owner': { ...ORDER, kinds: ['order', 'joint-key'] },
  // Told to one bidder alone. What its page may have missed is that of the order, which it listens to as well.
  bid: { ...ORDER, missed: [] },
  hall: {
    kinds: ['hall'],
    isOfRecord: true,
    // The message itself is in the event: only what is unread is counted again.
    events: { 'hall.message': { kinds: ['hall-read'] } },
    missed: ['hall', 'hall-message'],
  },
  'hall-host': MESSAGE,
  'hall-bidder': MESSAGE,
  review: {
    kinds: [
      'committee',
      'quote',
      'review',
      'review-ask',
      'review-draw',
      'review-motion',
      'review-progress',
      'review-report',
    ],
    isOfRecord: true,
    // Marks are saved every few seconds by every member.
    events: { 'review.progress': { kinds: ['review-progress'], rest: 2_000 } },
  },
  'review-bidder': { kinds: ['review'], missed: ['review'] },
  auction: { kinds: ['auction'], isOfRecord: true },
  demand: { kinds: ['demand', 'demand-plan', 'demand-trade'] },
  supplement: { kinds: ['supplement'] },
  verification: { kinds: ['verification', 'todo'], missed: ['verification'] },
  'demand-trade': { kinds: ['demand', 'demand-trade'] },
  charges: { kinds: ['charge', 'payment'], missed: ['charge', 'payment'] },
  invoices: { kinds: ['invoice', 'payment'], missed: ['invoice', 'payment'] },
  finance: { kinds: MONEY, missed: MONEY },
  payment: { kinds: ['payment'], missed: ['payment'] },
  'payment-desk': { kinds: ['payment-case', 'payment'], missed: ['payment-case', 'payment'] },
  'price-talk': { kinds: ['price-talk'], missed: ['price-talk'] },
  'talk-buyer': ROOM,
  'talk-supplier': ROOM,
  'joint-key': { kinds: ['joint-key'], isOfRecord: true },
  recruit: { kinds: ['recruit'], missed: ['recruit'] },
  meeting: {
    kinds: ['meeting'],
    // Lines come with the event; who comes is looked at once for several.
    events: { 'meeting.line': { kinds: [] }, 'meeting.presence': { kinds: ['meeting-presence'], rest: 2_000 } },
    missed: ['meeting', 'meeting-line', 'meeting-presence'],
  },
  contracts: { kinds: ['contract'], missed: ['contract'] },
  'sign-tasks': { kinds: ['sign-task'], missed: ['sign-task'] },
  user: {
    kinds: ['todo', 'message', 'workflow', 'company-audit'],
    events: {
      'download.changed': { kinds: ['download'] },
      'notice-export.changed': { kinds: ['notice-export'] },
      'ca-application.changed': { kinds: ['certificate', 'todo'] },
      'message.changed': { kinds: ['todo', 'message'] },
      'demand.changed': { kinds: ['demand-plan', 'todo'] },
      'panel.changed': { kinds: ['panel', 'todo'] },
    },
    // To-dos and messages are looked for every minute as well.
    missed: ['workflow', 'company-audit', 'download', 'notice-export', 'certificate'],
  },
}

/** Loads again what an event of this topic tells of; without an event, what may have been missed. */
export function noteLive(topic: string, event?: string): void {
  const colon = topic.indexOf(':')
  const rule = RULES[topic.slice(0, colon)]
  if (!rule) return
  const ofRecord = (kinds: readonly Kind[]) => kinds.map((kind) => `${kind}@${topic.slice(colon + 1)}` as const)
  if (event === undefined) return noteChanged(rule.missed ?? ofRecord(rule.kinds))
  const { kinds, rest } = rule.events?.[event] ?? { ...rule, rest: undefined }
  noteChanged(rule.isOfRecord ? ofRecord(kinds) : kinds, rest)
}
