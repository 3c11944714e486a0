import { createHash, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { COMPANIES } from '#demo/companies.ts'
import { acceptFirstEmployment } from '#features/organisation/server/public.ts'
import { passport } from '#features/passport/server/routes.ts'
import { hashPassword } from '#features/passport/server/public.ts'
import { tenancy } from '#features/tenancy/server/routes.ts'
import type { Feature } from '#server/feature.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { newId } from '#contract/id.ts'
import { bidRoom, finishRehearsal, registerBidKey, startRehearsal, submitBid } from '../../contract.ts'
import { answerCanary } from '#features/sealing/core/canary.ts'
import { utf8 } from '#features/sealing/core/bytes.ts'
import type { KeyMode } from '#features/procurement/rules/key-mode.ts'
import { sealFile, type SealedFile } from '#features/sealing/core/envelope.ts'
import type { FileRole } from '#features/sealing/core/envelope-header.ts'
import { generateKeyPair } from '#features/sealing/core/keys.ts'
import { type BidManifest, makeManifest, makePriceSheet } from '#features/sealing/core/manifest.ts'
import type { Receipt } from '#features/sealing/core/receipt.ts'
import { collect } from '#features/sealing/core/source.ts'
import type { KeyPair, PublicKey, SuiteName } from '#features/sealing/core/suite-types.ts'
import { sealedBids } from '../feature.ts'
import { NATIVE_HASH } from '../inspect.ts'

/** What bidders need of the platform, for tests. */
export const BID_FEATURES: readonly Feature[] = [tenancy, passport(acceptFirstEmployment), sealedBids]

/** Published order with sealed bids at tenant 1, laid down by SQL; the given companies have approved trades. */
export async function seedOrder(
  owner: pg.Pool,
  order: {
    bidEnd: Date
    suite?: SuiteName
    companyIds: readonly string[]
    title?: string
    keyMode?: KeyMode
  },
): Promise<string> {
  const [projectId, orderId] = [newId(), newId()]
  const { id: buyer } = COMPANIES.hospital
  const now = new Date()
  await owner.query(
    `insert into project (tenant_id, id, code, name, purchaser_company_id, category, budget, created_by, created_at, updated_at)
     values (1, $1, $2, '影像设备', $3, 'goods', 1000000, $1, $4, $4)`,
    [projectId, `P-${projectId}`, buyer, now],
  )
  await owner.query(
    `insert into project_item (tenant_id, id, project_id, lot_no, line, name, unit, quantity)
     values (1, $1, $2, 1, 1, '超声诊断仪', '台', 2)`,
    [newId(), projectId],
  )
  await owner.query(
    `insert into purchase_order (tenant_id, id, project_id, code, title, method, owner_company_id, purchaser_company_id, state,
       suite, estimated_price, bid_end, open_at, settings, created_by, created_at, updated_at, published_at)
     values (1, $1, $2, $3, $4, 1, $5, $5, 'publish.open', $6, 1000000, $7, $7, $9, $1, $8, $8, $8)`,
    [
      orderId,
      projectId,
      `ZB-${orderId}`,
      order.title ?? '超声诊断仪采购',
      buyer,
      order.suite ?? 'intl',
      order.bidEnd,
      now,
      JSON.stringify({ keyMode: order.keyMode }),
    ],
  )
  for (const companyId of order.companyIds) {
    await owner.query(
      `insert into trade (tenant_id, id, order_id, supplier_company_id, origin, status, contact_name, contact_mobile, created_by, created_at)
       values (1, $1, $2, $3, 'sign-up', 1, '联系人', '', $1, $4)`,
      [newId(), orderId, companyId, now],
    )
  }
  return orderId
}

/** More suppliers than the demonstration world has: company, person and employee each. Account `bidder<n>`. */
export async function seedSuppliers(owner: pg.Pool, count: number): Promise<{ account: string; companyId: string }[]> {
  const hash = await hashPassword('Kaibiao2026')
  const made: { account: string; companyId: string }[] = []
  for (let n = 1; n <= count; n++) {
    const [companyId, userId, employeeId] = [newId(), newId(), newId()]
    const account = `bidder${n}`
    const code = `9132${String(n).padStart(14, '0')}`
    const now = new Date()
    await owner.query(
      `insert into company (id, name, credit_code, company_type, created_at) values ($1, $2, $3, 1, $4)`,
      [companyId, `投标人${n}有限公司`, code, now],
    )
    await owner.query(
      `insert into company_tenant (tenant_id, company_id, is_supplier, is_certified, created_at) values (1, $1, true, true, $2)`,
      [companyId, now],
    )
    await owner.query(
      `insert into app_user (id, account, nickname, password_hash, created_at) values ($1, $2, $3, $4, $5)`,
      [userId, account, `投标员${n}`, hash, now],
    )
    await owner.query(
      `insert into employee (tenant_id, id, company_id, user_id, name, rights, created_at) values (1, $1, $2, $3, $4, '{bidding}', $5)`,
      [employeeId, companyId, userId, `投标员${n}`, now],
    )
    made.push({ account, companyId })
  }
  return made
}

export interface SealedUpload {
  fileId: string
  sealed: SealedFile
}

/** A bidder at the other end of the wire: seals in its own process as the browser would, and sends ciphertext. */
export class Bidder {
  readonly client: HttpClient
  readonly companyId: string
  readonly orderId: string
  readonly suite: SuiteName
  key: PublicKey
  keyId = ''
  round = 1

  constructor(client: HttpClient, options: { companyId: string; orderId: string; suite?: SuiteName }) {
    this.client = client
    this.companyId = options.companyId
    this.orderId = options.orderId
    this.suite = options.suite ?? 'intl'
    this.key = generateKeyPair(this.suite)
  }

  /** Of the pair that the bidder was made with: what it registers as its own. */
  get ownKey(): KeyPair {
    return this.key as KeyPair
  }

  /** Seals to the key of the round that its room shows. */
  async takeRoundKey(): Promise<this> {
    const { round, roundKey } = await this.client.call(bidRoom, { params: { orderId: this.orderId }, query: {} })
    this.round = round
    this.keyId = roundKey!.keyId
    this.key = { suite: this.suite, publicKey: roundKey!.publicKey }
    return this
  }

  /** Where the bidder means to open its files, whatever their headers say. */
  get place() {
    return { tenantId: '1', orderId: this.orderId, bidderId: this.companyId }
  }

  /** Registers the key and passes the rehearsal. */
  async prepare(): Promise<this> {
    const { suite, publicKey, privateKey } = this.ownKey
    const params = { orderId: this.orderId }
    this.keyId = (await this.client.call(registerBidKey, { body: { suite, publicKey } })).keyId
    const { rehearsalId, canary } = await this.client.call(startRehearsal, { params, body: { keyId: this.keyId } })
    const answer = await answerCanary(canary, privateKey)
    await this.client.call(finishRehearsal, { params: { ...params, rehearsalId }, body: { answer } })
    return this
  }

  async seal(
    role: FileRole,
    content: Uint8Array,
    place: { orderId?: string; bidderId?: string; round?: number; key?: PublicKey } = {},
  ) {
    const { stream, result } = sealFile({
      place: {
        tenantId: '1',
        orderId: place.orderId ?? this.orderId,
        bidderId: place.bidderId ?? this.companyId,
        round: place.round ?? this.round,
        fileId: randomUUID(),
        role,
      },
      name: `${role}.bin`,
      source: content,
      recipient: place.key ?? this.key,
    })
    const bytes = await collect(stream)
    return { bytes, sealed: await result }
  }

  /**
   * Seals and uploads the files an order asks for by default: price sheet, technical and business file. `spoil`: what a
   * bidder does to a sealed file before it names its hash.
   */
  async uploadAll(
    price: string,
    { spoil = (bytes) => bytes }: { spoil?: (bytes: Uint8Array) => Uint8Array } = {},
  ): Promise<{ manifest: BidManifest; fileIds: string[] }> {
    const sheet = makePriceSheet(this.suite, { total: price })
    const contents = { price: sheet.bytes, technical: utf8(`技术标 ${this.companyId}`), business: utf8('商务标') }
    const uploads: SealedUpload[] = []
    for (const [role, content] of Object.entries(contents)) {
      const { bytes: whole, sealed } = await this.seal(role as FileRole, content)
      const bytes = spoil(whole)
      const { fileId } = await this.client.upload('sealed-bid', `${role}.kbe`, bytes)
      const cipherHash = createHash(NATIVE_HASH[this.suite]).update(bytes).digest('hex')
      uploads.push({ fileId, sealed: { ...sealed, cipherHash } })
    }
    return { manifest: this.manifest(uploads, sheet.priceSheetHash), fileIds: uploads.map((upload) => upload.fileId) }
  }

  manifest(uploads: readonly SealedUpload[], priceSheetHash: string | null): BidManifest {
    const { suite, orderId, companyId: bidderId, round } = this
    const place = { suite, tenantId: '1', orderId, bidderId, round, priceSheetHash }
    return makeManifest(
      place,
      uploads.map((upload) => upload.sealed),
    )
  }

  async submit(bid: { manifest: BidManifest; fileIds: string[] }, replaces: string | null = null): Promise<Receipt> {
    const body = { ...bid, keyId: this.keyId, replaces }
    return this.client.call(submitBid, { params: { orderId: this.orderId }, body })
  }
}
