import * as z from 'zod'
import { Action } from '#contract/action.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Instant } from '#contract/time.ts'
import { OFFICER_ROLES, type OfficerRole } from './rules.ts'

const ORDER = '/workbench/buyer/orders/{orderId}/joint-key'
const ofOrder = z.object({ orderId: Id })
const ofCeremony = z.object({ ceremonyId: Id })

const Role = z.enum(Object.keys(OFFICER_ROLES) as [OfficerRole, ...OfficerRole[]])
/** Points and scalars of ristretto255: 32 bytes in hex. */
const Hex32 = z.string().regex(/^[0-9a-f]{64}$/, '密钥数据格式不正确')
const Proof = z.object({ challenge: Hex32, response: Hex32 })

/** An officer in an opening, and what came from there. `refused`: only answers that do not hold; `excused`: stepped back. */
export const AnsweringOfficer = z.object({
  index: z.number().int(),
  name: z.string(),
  companyName: z.string(),
  role: Role,
  state: z.enum(['waiting', 'answered', 'refused', 'excused']),
  answeredAt: Instant.nullable(),
  /** Answers that did not hold: on record for good. */
  lies: z.number().int(),
})

const Officer = z.object({
  index: z.number().int(),
  userId: Id,
  name: z.string(),
  companyName: z.string(),
  role: Role,
  hasDevice: z.boolean(),
  hasDealt: z.boolean(),
  hasConfirmed: z.boolean(),
  isLiar: z.boolean(),
  /** When the own device was last shown to hold the share. */
  checkedAt: Instant.nullable(),
  /** Takes no part in the opening, and why. */
  excused: z.object({ at: Instant, reason: z.string() }).nullable(),
  /** Why this officer should step back; the owner alone learns of it, '' for others. */
  tie: z.string(),
  /** `excuse`, for the owner. */
  actions: z.array(Action),
})

export const JointCeremony = z.object({
  ceremonyId: Id,
  orderId: Id,
  orderCode: z.string(),
  orderTitle: z.string(),
  method: z.number().int(),
  attempt: z.number().int(),
  threshold: z.number().int(),
  status: z.number().int(),
  statusLabel: z.string(),
  officers: z.array(Officer),
  failure: z.string(),
  fingerprint: z.string().nullable(),
  createdAt: Instant,
  actions: z.array(Action),
  /** What the owner should see to before the opening, in words. */
  warnings: z.array(z.string()),
})
export type JointCeremony = z.output<typeof JointCeremony>

export const orderJointKey = endpoint({
  method: 'GET',
  path: ORDER,
  summary: 'The joint key of an order: the attempt in force and those before it',
  params: ofOrder,
  returns: z.object({
    /** Of the order. */
    method: z.number().int(),
    current: JointCeremony.nullable(),
    earlier: z.array(JointCeremony),
    /** A key can be made now. */
    canStart: z.boolean(),
    /** What happens when one organisation could open by itself. */
    unitRule: z.enum(['block', 'warn']),
  }),
})

export const officerCandidates = endpoint({
  method: 'GET',
  path: `${ORDER}/officers`,
  summary: 'People who can hold a part: employees of purchaser and agency, and supervisors who accepted to',
  params: ofOrder,
  returns: z.array(z.object({ userId: Id, name: z.string(), companyName: z.string(), role: Role })),
})

export const startCeremony = endpoint({
  method: 'POST',
  path: ORDER,
  summary: 'Begin to make a joint key: officers and how many of them open',
  params: ofOrder,
  body: z
    .object({
      threshold: z.number().int().min(2, '门限至少为 2').max(15),
      officers: z
        .array(z.object({ userId: Id, role: Role }))
        .min(2, '至少需要 2 名保管人')
        .max(15, '最多 15 名保管人'),
    })
    .refine((v) => v.threshold <= v.officers.length, { path: ['threshold'], message: '门限不能大于保管人数' })
    .refine((v) => new Set(v.officers.map((o) => o.userId)).size === v.officers.length, {
      path: ['officers'],
      message: '保管人重复',
    }),
  returns: z.object({ ceremonyId: Id }),
  errors: ['wrongState', 'conflict', 'legalRule'],
})

export const dropCeremony = endpoint({
  method: 'POST',
  path: `${ORDER}/{ceremonyId}/drop`,
  summary: 'Give an attempt up, before the order is published',
  params: ofOrder.extend(ofCeremony.shape),
  body: z.object({ reason: z.string().trim().min(2, '请填写原因').max(200) }),
  errors: ['wrongState'],
})

export const ownCeremonies = endpoint({
  method: 'GET',
  path: '/joint-keys',
  summary: 'Joint keys of which the person holds or will hold a part, newest first',
  returns: z.array(JointCeremony.extend({ role: Role })),
})

export const ownCeremony = endpoint({
  method: 'GET',
  path: '/joint-keys/{ceremonyId}',
  summary: 'One of them with everything contributed so far, to be checked on the own device',
  params: ofCeremony,
  returns: JointCeremony.extend({
    /** The own place among the officers. */
    index: z.number().int(),
    /** Tenant as the protocol names it. */
    tenantId: z.string(),
    /** core/joint/ceremony.ts Ceremony; null until all devices are there. */
    ceremony: z.record(z.string(), z.unknown()).nullable(),
    /** core/joint/dealing.ts Dealing of each officer; empty until all have dealt. */
    dealings: z.array(z.record(z.string(), z.unknown())),
    /** core/joint/joint-key.ts JointKey; null until it is ready. */
    record: z.record(z.string(), z.unknown()).nullable(),
    /** The own device's public key. */
    deviceKey: z.string().nullable(),
  }),
})

export const giveDevice = endpoint({
  method: 'POST',
  path: '/joint-keys/{ceremonyId}/device',
  summary: 'Register the public key of the own device',
  params: ofCeremony,
  body: z.object({ deviceKey: Hex32, deviceProof: Proof }),
  errors: ['wrongState', 'tampered'],
})

export const giveDealing = endpoint({
  method: 'POST',
  path: '/joint-keys/{ceremonyId}/dealing',
  summary: 'Deal shares to all officers, made on the own device',
  params: ofCeremony,
  body: z.object({
    from: z.number().int(),
    commitments: z.array(Hex32).min(2).max(15),
    proof: Proof,
    shares: z
      .array(z.object({ to: z.number().int(), ephemeral: Hex32, data: z.string().regex(/^[0-9a-f]{128}$/) }))
      .min(2)
      .max(15),
  }),
  errors: ['wrongState', 'tampered'],
})

export const giveConfirmation = endpoint({
  method: 'POST',
  path: '/joint-keys/{ceremonyId}/confirmation',
  summary: 'Confirm that all shares arrived and fit; with the last confirmation the key is ready',
  params: ofCeremony,
  body: z.object({ by: z.number().int(), proof: Proof }),
  errors: ['wrongState', 'tampered'],
})

export const giveComplaint = endpoint({
  method: 'POST',
  path: '/joint-keys/{ceremonyId}/complaint',
  summary: 'Show that a share does not fit; the attempt ends and names who lied, the dealer or the one who complains',
  params: ofCeremony,
  body: z.object({ by: z.number().int(), against: z.number().int(), shared: Hex32, proof: Proof }),
  returns: z.object({ liars: z.array(z.number().int()) }),
  errors: ['wrongState'],
})

export const giveSelfCheck = endpoint({
  method: 'POST',
  path: '/joint-keys/{ceremonyId}/self-check',
  summary: 'Show that the own device still holds the share of a finished key, before the bids are opened',
  params: ofCeremony,
  body: z.object({ by: z.number().int(), at: Instant, proof: Proof }),
  errors: ['wrongState', 'tampered', 'invalid'],
})

export const excuseOfficer = endpoint({
  method: 'POST',
  path: `${ORDER}/officers/{index}/excuse`,
  summary: 'Take an officer out of the opening because of a tie to a bidder, as long as enough are left',
  params: ofOrder.extend({ index: z.coerce.number().int().min(1).max(15) }),
  body: z.object({ reason: z.string().trim().min(2, '请填写原因').max(200) }),
  errors: ['wrongState'],
})

export const jointKeyRecord = endpoint({
  method: 'GET',
  path: '/log/orders/{orderId}/joint-key',
  summary: 'The record of an order’s joint key, for anybody to check (docs/joint-key.md); published with the order',
  params: ofOrder,
  returns: z.record(z.string(), z.unknown()),
})
