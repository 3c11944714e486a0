import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { pageOf, PageQuery } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'

const Correction = z.object({
  correctionId: Id,
  state: z.enum(['proposed', 'approved']),
  reason: z.string(),
  proposedByName: z.string(),
  decidedByName: z.string(),
  isOwn: z.boolean(),
})

export const journalPage = endpoint({
  method: 'GET',
  path: '/admin/finance/journals/page',
  summary: 'Journals of money, newest first, with their lines; whether and how each can be put right',
  query: PageQuery.extend({ state: z.enum(['', 'proposed', 'approved']).default('') }),
  follows: ['payment'],
  returns: pageOf(
    z.object({
      journalId: Id,
      key: z.string(),
      kindLabel: z.string(),
      memo: z.string(),
      at: Instant,
      amount: z.string(),
      lines: z.array(z.object({ account: z.string(), side: z.enum(['debit', 'credit']), amount: z.string() })),
      /** What was proposed and not refused. */
      correction: Correction.nullable(),
      /** It can be undone by a reversing journal, and nobody has proposed that. */
      isCorrectable: z.boolean(),
      /** How it is put right otherwise; '' where a reversing journal does it. */
      wayBack: z.string(),
    }),
  ),
})

export const proposeCorrection = endpoint({
  method: 'POST',
  path: '/admin/finance/journals/{journalId}/correction',
  summary: 'Propose that a journal is undone by one the other way round; a second person decides',
  params: z.object({ journalId: Id }),
  body: z.object({
    reason: z.string().trim().min(1, '请填写冲正原因').max(500, '冲正原因不能超过 500 个字'),
  }),
  returns: z.object({ correctionId: Id }),
  errors: ['wrongState'],
})

export const decideCorrection = endpoint({
  method: 'PUT',
  path: '/admin/finance/corrections/{correctionId}/decision',
  summary: 'Agree to a reversing journal, which is posted with that, or refuse it; not by who proposed it',
  params: z.object({ correctionId: Id }),
  body: z.object({ approve: z.boolean() }),
  errors: ['wrongState', 'forbidden', 'insufficient'],
})
