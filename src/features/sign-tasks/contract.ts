import * as z from 'zod'
import { Action } from '#contract/action.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { MOST_SIGNERS } from './rules/limits.ts'
import {
  ORDER_KINDS,
  SIGNER_STATES,
  TASK_STATES,
  type OrderKind,
  type SignerState,
  type TaskState,
} from './rules/status.ts'

const params = z.object({ id: Id })
const keysOf = <K extends string>(record: Readonly<Record<K, string>>) => Object.keys(record) as [K, ...K[]]
const OrderValue = z.enum(keysOf<OrderKind>(ORDER_KINDS))
const TaskStateValue = z.enum(keysOf<TaskState>(TASK_STATES))
const SignerStateValue = z.enum(keysOf<SignerState>(SIGNER_STATES))
const Reason = z.string().trim().min(2, '请说明理由').max(500)
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)
/** DER, base64. */
const Der = z.base64().min(1).max(12_000)

/** Where the middle of a seal stands; see `Place`. Null: the signature is not to be seen on any page. */
const SealPlace = z.object({
  page: z.number().int().min(1).max(10_000),
  x: z.number().min(0).max(1),
  y: z.number().min(0).max(1),
})

const SignerInput = z.object({
  companyId: Id,
  /** One of the own people; of another company whoever may sign for it does. */
  userId: Id.nullable().default(null),
  seal: SealPlace.nullable().default(null),
})

export const TaskInput = z.object({
  title: z.string().trim().min(2, '请填写任务名称').max(200),
  message: z.string().trim().max(500).default(''),
  /** Uploaded for `sign-document`; its name as it is to be called. */
  file: z.object({ fileId: Id, name: z.string().trim().min(1).max(255) }),
  /** In their order. */
  signers: z.array(SignerInput).min(1, '请添加签署方').max(MOST_SIGNERS, `签署方最多 ${MOST_SIGNERS} 个`),
  order: OrderValue,
  deadline: Instant,
})

export const createSignTask = endpoint({
  method: 'POST',
  path: '/esign/tasks',
  summary: 'Prepare a PDF file to be signed; nobody else learns of it before it is sent',
  body: TaskInput,
  returns: z.object({ id: Id }),
  errors: ['invalid', 'fileType', 'tooLarge', 'wrongState'],
})

export const updateSignTask = endpoint({
  method: 'PUT',
  path: '/esign/tasks/{id}',
  summary: 'Change a task that was not sent',
  params,
  body: TaskInput,
  errors: ['invalid', 'fileType', 'tooLarge', 'wrongState'],
})

export const sendSignTask = endpoint({
  method: 'POST',
  path: '/esign/tasks/{id}/send',
  summary: 'Send it to be signed. One copy is set apart, which is spent when the last signer has signed',
  params,
  errors: ['wrongState', 'serviceNotBought'],
})

export const removeSignTask = endpoint({
  method: 'DELETE',
  path: '/esign/tasks/{id}',
  summary: 'Drop a task that was not sent',
  params,
  errors: ['wrongState'],
})

export const TAB_LABELS = { mine: '待我签署', sent: '我发起的', done: '已完成', other: '其他' } as const
export type Tab = keyof typeof TAB_LABELS

export const signTaskPage = endpoint({
  method: 'GET',
  path: '/esign/tasks/page',
  summary: 'Tasks: to be signed by the person, sent by the company, completed, all others that name the company',
  query: PageQuery.extend({ tab: z.enum(keysOf<Tab>(TAB_LABELS)).default('mine') }),
  returns: pageOf(
    z.object({
      id: Id,
      code: z.string(),
      title: z.string(),
      senderName: z.string(),
      state: TaskStateValue,
      signed: z.number().int(),
      signers: z.number().int(),
      /** Whose turn it is, for people. */
      next: z.string(),
      deadline: Instant,
      createdAt: Instant,
      endedAt: Instant.nullable(),
    }),
  ),
})

const Act = z.object({
  actId: Id,
  revision: z.number().int(),
  companyName: z.string(),
  userName: z.string(),
  seenSha256: Sha256,
  sha256: Sha256,
  /** Names of the certificate's holder and issuer, and its number, hex. */
  holder: z.string(),
  issuer: z.string(),
  serial: z.string(),
  verdict: z.string(),
  signedAt: Instant,
  stampedAt: Instant,
  authority: z.string(),
  isLocal: z.boolean(),
})

export const signTaskDetail = endpoint({
  method: 'GET',
  path: '/esign/tasks/{id}',
  summary: 'A task with its signers, its document as it stands and the evidence of each signature',
  params,
  returns: z.object({
    id: Id,
    code: z.string(),
    title: z.string(),
    message: z.string(),
    senderName: z.string(),
    senderUser: z.string(),
    order: OrderValue,
    state: TaskStateValue,
    reason: z.string(),
    deadline: Instant,
    createdAt: Instant,
    sentAt: Instant.nullable(),
    endedAt: Instant.nullable(),
    file: z.object({ fileId: Id, name: z.string(), size: z.number().int(), sha256: Sha256 }),
    pages: z.number().int(),
    isRewritten: z.boolean(),
    /** The newest revision: its number, hash and bytes. */
    revision: z.number().int(),
    sha256: Sha256.nullable(),
    size: z.number().int().nullable(),
    signers: z.array(
      z.object({
        signerId: Id,
        place: z.number().int(),
        companyId: Id,
        companyName: z.string(),
        userId: Id.nullable(),
        userName: z.string(),
        seal: SealPlace.nullable(),
        state: SignerStateValue,
        lockedByName: z.string(),
        endedAt: Instant.nullable(),
        isNext: z.boolean(),
      }),
    ),
    acts: z.array(Act),
    actions: z.array(Action),
    /** Whether the own company sent it. */
    isSender: z.boolean(),
  }),
})

export const signerCandidates = endpoint({
  method: 'GET',
  path: '/esign/signers/companies',
  summary:
    'Companies that may be asked to sign, by name or 统一社会信用代码; of the own company its people who may sign',
  query: z.object({ keyword: z.string().trim().max(100).default('') }),
  returns: z.object({
    own: z.object({ companyId: Id, name: z.string(), people: z.array(z.object({ userId: Id, name: z.string() })) }),
    companies: z.array(z.object({ companyId: Id, name: z.string(), creditCode: z.string(), isOpened: z.boolean() })),
  }),
})

export const signingCertificates = endpoint({
  method: 'GET',
  path: '/esign/signers/certificates',
  summary: 'Certificates in force that the person may sign with: its own and those of the company, P-256',
  returns: z.array(
    z.object({
      holder: z.string(),
      serial: z.string(),
      until: Instant,
      isDemo: z.boolean(),
      /** SHA-256 of the public key, hex: by which the browser knows its key. */
      keyHash: z.string(),
      certificate: Der,
    }),
  ),
})

export const signUrl = endpoint({
  method: 'GET',
  path: '/esign/tasks/{id}/sign/url',
  summary: 'An address that begins one signature, within 60 seconds, for this person and task',
  params,
  returns: z.object({ url: z.string(), ticket: z.string(), expiresAt: Instant }),
  errors: ['wrongState'],
})

export const prepareSignature = endpoint({
  method: 'POST',
  path: '/esign/tasks/{id}/prepare',
  summary:
    'First pass: locks the task for this person and gives the bytes that the key of the certificate is to sign (ECDSA P-256, SHA-256), with all that the next revision appends',
  params,
  query: z.object({ ticket: z.string().max(200) }),
  body: z.object({
    /** SHA-256 of the revision that was read. */
    seenSha256: Sha256,
    certificate: Der,
  }),
  returns: z.object({
    actId: Id,
    attributes: z.base64(),
    /** Bytes behind the revision that was read, its container empty. */
    tail: z.base64(),
    gap: z.object({ start: z.number().int(), end: z.number().int() }),
    lockedUntil: Instant,
  }),
  errors: ['wrongState', 'conflict', 'tooLate', 'forbidden', 'tampered'],
})

export const submitSignature = endpoint({
  method: 'POST',
  path: '/esign/tasks/{id}/sign',
  summary:
    'Second pass: the signature (64 bytes, r and s) over what the first one gave. Time-stamped, and appended to the document',
  params,
  body: z.object({ actId: Id, signature: z.base64().max(200) }),
  returns: z.object({ revision: z.number().int(), sha256: Sha256, state: TaskStateValue }),
  errors: ['wrongState', 'conflict', 'tooLate', 'tampered', 'unavailable'],
})

export const unlockSignTask = endpoint({
  method: 'POST',
  path: '/esign/tasks/{id}/unlock',
  summary: 'Give up the signature that was begun',
  params,
  errors: ['wrongState'],
})

export const sendBackSignTask = endpoint({
  method: 'POST',
  path: '/esign/tasks/{id}/back',
  summary: 'Give the document back for changes: the task ends, its copy is free again',
  params,
  body: z.object({ reason: Reason }),
  errors: ['wrongState'],
})

export const refuseSignTask = endpoint({
  method: 'POST',
  path: '/esign/tasks/{id}/refuse',
  summary: 'Refuse to sign: the task ends, its copy is free again',
  params,
  body: z.object({ reason: Reason }),
  errors: ['wrongState'],
})

export const withdrawSignTask = endpoint({
  method: 'POST',
  path: '/esign/tasks/{id}/withdraw',
  summary: 'Take a task back that was sent: it ends, its copy is free again',
  params,
  body: z.object({ reason: z.string().trim().max(500).default('') }),
  errors: ['wrongState'],
})

export const signTaskPreview = endpoint({
  method: 'GET',
  path: '/esign/tasks/{taskId}/preview',
  summary: 'The document as it stands, marked with the reader and the time until all have signed',
  params: z.object({ taskId: Id }),
  answer: 'file',
})

export const signTaskContent = endpoint({
  method: 'GET',
  path: '/esign/tasks/{id}/content',
  summary: 'The newest revision of the document byte by byte: what is signed, and what is kept',
  params,
  answer: 'file',
})

export const signTaskEvidence = endpoint({
  method: 'GET',
  path: '/esign/tasks/{id}/evidence',
  summary: 'All revisions and signatures with certificates and time-stamps (JSON), to be checked without us',
  params,
  answer: 'file',
})

export const judgeCertificates = endpoint({
  method: 'POST',
  path: '/esign/verifications/certificates',
  summary:
    'What certificates in the signatures of a document are worth at the stamped times. The document itself is not sent',
  once: false,
  apart: 'It changes nothing',
  body: z.object({
    signatures: z
      .array(z.object({ chain: z.array(Der).min(1).max(6), at: Instant.nullable() }))
      .min(1)
      .max(50),
  }),
  returns: z.array(
    z.object({ verdict: z.string(), reason: z.string(), isDemo: z.boolean(), company: z.string(), issuer: z.string() }),
  ),
  errors: ['tooMany'],
})
