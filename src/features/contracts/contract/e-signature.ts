import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Instant } from '#contract/time.ts'
import { OBSTACLES } from '#features/sign-tasks/rules/obstacles.ts'
import { SIGNER_STATES, TASK_STATES } from '#features/sign-tasks/rules/status.ts'
import { keysOf } from './shared.ts'

/* The electronic signatures of a contract, for both sides: versions that both have agreed to, as documents that both sign. */

const path = '/workbench/contracts/{contractId}/e-signature'
const params = z.object({ contractId: Id })

const Signing = z.object({
  version: z.number().int(),
  /** The newest signing task of the version. */
  taskId: Id,
  code: z.string(),
  senderName: z.string(),
  state: keysOf(TASK_STATES),
  /** Why it was refused or given back. */
  reason: z.string(),
  deadline: Instant,
  endedAt: Instant.nullable(),
  signers: z.array(
    z.object({
      companyName: z.string(),
      userName: z.string(),
      state: keysOf(SIGNER_STATES),
      signedAt: Instant.nullable(),
    }),
  ),
  /** A signature rests on the demonstration's authority or on the platform's own clock. */
  isDemo: z.boolean(),
  /** Of the document that all have signed, which can be had from then on. */
  sha256: z.string().nullable(),
})

export const contractSignings = endpoint({
  method: 'GET',
  path,
  summary: 'How far the electronic signatures of the versions of a contract are, newest version first',
  params,
  returns: z.object({
    signings: z.array(Signing),
    /** What keeps the own company from signing; null: nothing. */
    obstacle: keysOf(OBSTACLES).nullable(),
    /** The reader may open the signing task itself. */
    mayOpenTask: z.boolean(),
  }),
})

export const requestContractSigning = endpoint({
  method: 'POST',
  path,
  summary:
    'Send the version in force to be signed by both companies, the purchaser first, within seven days. One copy of the own company is set apart, which is spent when the last has signed',
  params,
  returns: z.object({ taskId: Id }),
  errors: ['wrongState', 'conflict', 'serviceNotBought'],
})

export const signedContract = endpoint({
  method: 'GET',
  path: `${path}/{version}/document`,
  summary: 'The PDF of a version with the electronic signatures of both companies',
  params: params.extend({ version: z.coerce.number().int().min(1) }),
  answer: 'file',
})
