import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Instant } from '#contract/time.ts'
import { Hex32, NoticeTrust, Round } from './contract-parts.ts'

/**
 * The public log of a tenant, readable without login: C2SP tlog-tiles under the prefix `/api/log`. What is shown grows
 * with the clock and not with the bids.
 */
export const logCheckpoint = endpoint({
  method: 'GET',
  path: '/log/checkpoint',
  summary: 'The newest published tree head, a signed note',
  answer: 'file',
})

export const logTile = endpoint({
  method: 'GET',
  path: '/log/tile/*',
  summary: 'A tile or entry bundle: `{level|entries}/{index path}[.p/{width}]`, as C2SP tlog-tiles spells it',
  params: z.object({ '*': z.string().max(200) }),
  answer: 'file',
})

const Proof = z.object({ proof: z.array(z.string()).describe('hashes in hex, RFC 6962 order') })

export const logInclusion = endpoint({
  method: 'GET',
  path: '/log/proof/inclusion',
  summary: 'That a leaf is in a published tree',
  query: z.object({ index: z.coerce.number().int().min(0), size: z.coerce.number().int().min(1) }),
  returns: Proof.extend({ index: z.number().int(), size: z.number().int(), leafHash: z.string(), root: z.string() }),
})

export const logConsistency = endpoint({
  method: 'GET',
  path: '/log/proof/consistency',
  summary: 'That a published tree only adds to an older one',
  query: z.object({ from: z.coerce.number().int().min(0), to: z.coerce.number().int().min(0) }),
  returns: Proof.extend({ from: z.number().int(), to: z.number().int() }),
})

export const logKeys = endpoint({
  method: 'GET',
  path: '/log/keys',
  summary: 'The public keys of the log and of receipts and notices, retired ones included',
  returns: z.object({
    logKey: z.string().describe('C2SP verifier key'),
    keys: z.array(
      z.object({
        use: z.enum(['log', 'ed25519', 'sm2']),
        publicKey: z.string(),
        since: Instant,
        retiredAt: Instant.nullable(),
      }),
    ),
  }),
})

export const orderTrust = endpoint({
  method: 'GET',
  path: '/log/orders/{orderId}/trust',
  summary: 'What the notice of a published order says for checking: keys, deadline, the tree head at the deadline',
  params: z.object({ orderId: Id }),
  query: z.object({ round: Round.default(1).describe('of offers') }),
  returns: NoticeTrust,
})

export const logOpenings = endpoint({
  method: 'GET',
  path: '/log/openings/*',
  summary:
    'What 256 leaves were opened to, as JSON `kaibiao.openings/1`: page number spelled as the index of a C2SP tile. A leaf is opened when every order that took bids at its time has been opened or has ended',
  params: z.object({ '*': z.string().max(200) }),
  answer: 'file',
})

const ClosingList = z.object({
  round: z.number().int(),
  deadline: Instant,
  size: z.number().int(),
  bids: z.array(z.object({ index: z.number().int(), manifestHash: z.string() })),
})

export const orderCompleteness = endpoint({
  method: 'GET',
  path: '/log/orders/{orderId}/completeness',
  summary:
    'Which leaves of the log are the period of an order, and whether all are opened, so that no bid can be missing',
  params: z.object({ orderId: Id }),
  returns: z.object({
    type: z.literal('kaibiao.completeness/1'),
    tenantId: z.string(),
    orderId: Id,
    from: z.number().int(),
    to: z.number().int(),
    start: z.string().nullable().describe('the signed head of size `from`'),
    checkpoint: z.string().describe('the signed head of size `to`: at the last deadline'),
    state: z.enum(['final', 'pending']),
    until: Instant.nullable().describe('the last deadline that is waited for; null: an opening is'),
    closing: z.array(ClosingList).describe('by round, after the opening'),
  }),
})

export const logRecords = endpoint({
  method: 'GET',
  path: '/log/records/{hash}',
  summary: 'Where a published text or file (by its SHA-256) lies in the log, with all that is needed to check it',
  params: z.object({ hash: Hex32 }),
  returns: z.array(
    z.object({
      record: z.object({ type: z.string(), subject: z.string(), hash: Hex32, at: Instant }),
      text: z.string().nullable(),
      salt: Hex32,
      leaf: z
        .object({
          index: z.number().int(),
          blinding: Hex32,
          data: z.object({ type: z.literal('record'), tenantId: z.string(), ref: Hex32 }),
        })
        .nullable()
        .describe('null: it waits for the next beat of the log'),
      head: z.object({ checkpoint: z.string(), inclusionProof: z.array(z.string()) }).nullable(),
    }),
  ),
})

export const trustFile = endpoint({
  method: 'GET',
  path: '/log/trust',
  summary: 'What the offline verifier is to believe: keys of log, receipts, archives and notices, the newest tree head',
  answer: 'file',
})

export const receiptLookup = endpoint({
  method: 'GET',
  path: '/log/receipts/{submissionId}',
  summary: 'Was this receipt issued? Answers only to those who hold it: they know its hash',
  params: z.object({ submissionId: Id }),
  query: z.object({ hash: Hex32 }),
  returns: z.object({
    issued: z.literal(true),
    at: Instant,
    logIndex: z.number().int(),
    leafHash: Hex32.describe('of its entry in the log: what an inclusion proof starts from'),
    keys: z.array(z.string()),
  }),
})
