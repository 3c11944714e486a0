import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Instant } from '#contract/time.ts'
import { ApprovalInput, orHeld } from '#features/workflow/contract/businesses.ts'
import { INVITATION_STATES, type InvitationState } from '../rules/invite-mode.ts'

/** Beside the tender itself: the contract's day, suppliers asked to take part, replaced tender documents. */

const Day = z.string().regex(/^\d{4}-\d\d-\d\d$/, '请选择日期')
const ORDER = '/workbench/buyer/orders/{orderId}'
const params = z.object({ orderId: Id })

export const recordContractDate = endpoint({
  method: 'POST',
  path: `${ORDER}/contract-date`,
  summary: 'The day the written contract was signed; once',
  params,
  body: z.object({ signedOn: Day }),
  errors: ['wrongState'],
})

const Invitee = z.object({
  inviteId: Id,
  /** The sign-up that accepts it. */
  tradeId: Id.nullable(),
  companyId: Id,
  name: z.string(),
  reason: z.string(),
  addedByName: z.string(),
  addedAt: Instant,
  /** Null: told when the order is published. */
  toldAt: Instant.nullable(),
  readAt: Instant.nullable(),
  state: z.enum(Object.keys(INVITATION_STATES) as [InvitationState, ...InvitationState[]]),
  /** When and by whom it was accepted, by signing up, or declined. */
  repliedAt: Instant.nullable(),
  repliedByName: z.string(),
  declineReason: z.string(),
  /** Still a certified supplier in use. */
  isUsable: z.boolean(),
})

export const orderInvitees = endpoint({
  method: 'GET',
  path: `${ORDER}/invitees`,
  summary:
    'Suppliers asked by name to take part, and whether more can be asked: in this run, or in a new one after it failed',
  params,
  returns: z.object({
    mode: z.enum(['draft', 'invite', 'rerun', 'closed']),
    /** Why nobody can be asked any more. */
    blocked: z.string().nullable(),
    until: Instant.nullable(),
    rows: z.array(Invitee),
  }),
})

export const invitationDetail = endpoint({
  method: 'GET',
  path: `${ORDER}/invitees/{inviteId}`,
  summary: 'One invitation, with the notice that went out with it; the owner’s knowledge alone',
  params: params.extend({ inviteId: Id }),
  returns: Invitee.extend({
    readByName: z.string(),
    /** When the letter was sent again, to this supplier alone; null: never. */
    sentAgainAt: Instant.nullable(),
    /** It may be sent again: told, not answered, and sign-up is open. */
    maySendAgain: z.boolean(),
    /** The published letter or, where everybody may sign up, the announcement; null before the publication. */
    letterId: Id.nullable(),
  }),
})

const Asked = z.object({
  companyIds: z.array(Id).min(1, '请选择供应商').max(50),
  reason: z.string().trim().min(2, '请填写原因').max(500),
})

export const addInvitees = endpoint({
  method: 'POST',
  path: `${ORDER}/invitees`,
  summary:
    'Ask suppliers to take part: in the draft of a tender with invited suppliers, told when it is published, or while sign-up is open',
  params,
  body: Asked.extend({ approval: ApprovalInput }),
  returns: orHeld({}),
  errors: ['wrongState', 'conflict', 'legalRule', 'invalid'],
})

export const sendInvitationAgain = endpoint({
  method: 'POST',
  path: `${ORDER}/invitees/{inviteId}/letter`,
  summary: 'Tell one supplier of its invitation once more, at most once in ten minutes',
  params: params.extend({ inviteId: Id }),
  errors: ['wrongState'],
})

export const removeInvitee = endpoint({
  method: 'DELETE',
  path: `${ORDER}/invitees/{companyId}`,
  summary: 'Take a supplier off the list of those that a draft will invite',
  params: params.extend({ companyId: Id }),
  errors: ['wrongState'],
})

export const rerunOrder = endpoint({
  method: 'POST',
  path: `${ORDER}/rerun`,
  summary: 'After a failed run: a new draft with the same terms; these suppliers are told when it is published',
  params,
  body: Asked,
  returns: z.object({ orderId: Id, projectId: Id }),
  errors: ['wrongState'],
})

export const changeMethod = endpoint({
  method: 'POST',
  path: `${ORDER}/change-method`,
  summary:
    'A failed order that found too few goes on under the method that the company allows instead: its lines, terms and evidence, one supplier, and the approval of the new announcement, in one act',
  params,
  body: z.object({
    /** Who is asked alone. */
    companyId: Id,
    /** Why, beside that the order failed. */
    explanation: z.string().trim().min(10, '请说明具体理由，不少于 10 个字').max(4000),
    /** Working days for which reason and supplier are publicised. */
    days: z.number().int().min(0).max(60).optional(),
    signUpEnd: Instant,
    bidEnd: Instant,
    files: z
      .array(z.object({ fileId: Id, name: z.string().trim().min(1).max(200) }))
      .max(20)
      .default([]),
    acceptWarnings: z.boolean().default(false),
    approval: ApprovalInput,
  }),
  returns: orHeld({ noticeId: Id }).extend({ orderId: Id, code: z.string(), method: z.number().int() }),
  errors: ['wrongState', 'legalRule', 'confirm', 'invalid'],
})

export const tenderDocuments = endpoint({
  method: 'GET',
  path: `${ORDER}/tender-documents`,
  summary: 'The tender documents in force, and those that changes replaced',
  params,
  returns: z.object({
    current: z.array(z.object({ rowId: Id, fileId: Id, name: z.string(), size: z.number().int(), sha256: z.string() })),
    replaced: z.array(
      z.object({
        rowId: Id,
        fileId: Id,
        name: z.string(),
        sha256: z.string(),
        newName: z.string(),
        newFileId: Id,
        newSha256: z.string(),
        reason: z.string(),
        at: Instant,
        /** The change that replaced it; what one change replaced belongs together. */
        noticeId: Id.nullable(),
        noticeTitle: z.string(),
      }),
    ),
  }),
})
