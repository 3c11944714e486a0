import * as z from 'zod'
import { Action } from '#contract/action.ts'
import { Id } from '#contract/id.ts'
import { Instant } from '#contract/time.ts'
import { identityNumberOk, mobileOk } from '#features/enterprise/rules/identifiers.ts'
import { ApplicationStatus } from '../rules/application.ts'

export const KindName = z.enum(['enterprise', 'legalPerson', 'agent'])
export const MediumName = z.enum(['browser', 'usb', 'cloud', 'mobile'])
export const SuiteName = z.enum(['intl', 'gm'])
export const ActName = z.enum(['new', 'rename', 'renew', 'replace'])
export const Years = z.number().int().min(1).max(3)
export const Amount = z.string()

export const FileRef = z.object({ fileId: Id, name: z.string(), size: z.number().int(), sha256: z.string() })
export const GivenFiles = z
  .array(z.object({ fileId: Id, name: z.string().trim().min(1).max(200) }))
  .max(5, '每类文件最多 5 份')

/** A request for a certificate (PKCS#10), base64 of its DER or of its PEM. */
export const Request = z.base64('不是证书请求').max(32_000, '证书请求过大')

/** What a draft may hold; what is left empty keeps what is stored, of numbers that are only ever shown masked. */
export const ApplicationFields = z.object({
  kind: KindName,
  medium: MediumName,
  suite: SuiteName,
  years: Years,
  personName: z.string().trim().max(40).default(''),
  identity: z
    .string()
    .trim()
    .toUpperCase()
    .refine((text) => text === '' || identityNumberOk(text), '请输入正确的身份证号码')
    .default(''),
  mobile: z
    .string()
    .trim()
    .refine((text) => text === '' || mobileOk(text), '请输入11位手机号码')
    .default(''),
  letters: GivenFiles.default([]),
  licences: GivenFiles.default([]),
  /** Null keeps the one before. */
  request: Request.nullable().default(null),
})

/** A line of the list of applications. */
export const ApplicationRow = z.object({
  applicationId: Id,
  code: z.string(),
  act: ActName,
  kind: KindName,
  medium: MediumName,
  suite: SuiteName,
  years: z.number().int(),
  companyName: z.string(),
  personName: z.string(),
  status: ApplicationStatus.schema,
  state: z.enum(['saved', 'paying', 'pending', 'issuing', 'opened', 'rejected']),
  price: Amount,
  userName: z.string(),
  createdAt: Instant,
  submittedAt: Instant.nullable(),
  decidedAt: Instant.nullable(),
  reason: z.string(),
  certificateId: Id.nullable(),
  payOrderId: Id.nullable(),
  actions: z.array(Action),
})

/** All of an application that those who may see it see; numbers masked. */
export const ApplicationDetail = ApplicationRow.extend({
  creditCode: z.string(),
  identity: z.string(),
  mobile: z.string(),
  letters: z.array(FileRef),
  licences: z.array(FileRef),
  /** SHA-256 of the public key in the request, hex; null: there is none yet. */
  keyHash: z.string().nullable(),
  formerId: Id.nullable(),
  formerSerial: z.string().nullable(),
  /** Where it begins and ends, if it was issued now. */
  due: Amount,
  hasVoucher: z.boolean(),
  paidAt: Instant.nullable(),
  isRefunded: z.boolean(),
  problem: z.string(),
  decidedByName: z.string(),
})

/** A certificate that was issued. */
export const CertificateRow = z.object({
  certificateId: Id,
  applicationId: Id,
  kind: KindName,
  medium: MediumName,
  suite: SuiteName,
  years: z.number().int(),
  price: Amount,
  holder: z.string(),
  companyName: z.string(),
  serial: z.string(),
  keyHash: z.string(),
  isDemo: z.boolean(),
  from: Instant,
  until: Instant,
  issuedAt: Instant,
  revokedAt: Instant.nullable(),
  revokeReason: z.string(),
  state: z.enum(['coming', 'active', 'expired', 'revoked']),
  /** Days that begin before its end; 0 where it is over. */
  daysLeft: z.number().int(),
  actions: z.array(Action),
})
