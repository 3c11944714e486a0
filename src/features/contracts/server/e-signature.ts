import { AppError } from '#contract/errors.ts'
import { DAY } from '#contract/time.ts'
import { READ_RIGHTS } from '#features/sign-tasks/rules/rights.ts'
import {
  admitBase,
  type Base,
  COMPLETED_EVENT,
  requestSigning,
  signingObstacle,
} from '#features/sign-tasks/server/public.ts'
import type { Employee } from '#server/actor.ts'
import { inContext, type Kernel } from '#server/context.ts'
import type { Subscriber } from '#server/events.ts'
import { type Caller, implement, implementFile, type Input, type Route } from '#server/implement.ts'
import type { StoredFile } from '#server/files/own-files.ts'
import * as calls from '../contract/e-signature.ts'
import {
  ACTS,
  type Contract,
  type Ctx,
  demanded,
  demandReader,
  ownContract,
  permitted,
  READS,
  record,
} from './access.ts'
import { agreedVersion, SEALS, versionPdf } from './version-pdf.ts'
import { signingNamed, signingsOf, subjectOf } from './signings.ts'

/** Within which both sign. */
const SIGN_DAYS = 7

/** The version in force as a document, found fit to be signed. */
interface Made {
  version: number
  base: Base<Omit<StoredFile, 'fileId'>>
}

/** Both sides sign a version that they have agreed to, each with the key of its certificate. */
export const eSignatureRoutes: readonly Route[] = [
  implement(calls.contractSignings, READS, async (ctx, { params }) => {
    demandReader(ctx)
    const row = await ownContract(ctx, params.contractId)
    const { companyId, rights } = ctx.actor
    const signings = await signingsOf(ctx, row.id)
    return {
      signings: signings.map(({ deadline, endedAt, signers, ...one }) => ({
        ...one,
        deadline: deadline.toISOString(),
        endedAt: endedAt?.toISOString() ?? null,
        signers: signers.map(({ signedAt, ...signer }) => ({ ...signer, signedAt: signedAt?.toISOString() ?? null })),
      })),
      obstacle: await signingObstacle(ctx, companyId),
      mayOpenTask: READ_RIGHTS.some((right) => rights.has(right)),
    }
  }),

  implement(calls.requestContractSigning, { ...ACTS, prepare }, async (ctx, { params, prepared }) => {
    const { row } = await demanded(ctx, params.contractId, 'eSign')
    const { version, base } = prepared as Made
    if (row.version !== version) throw new AppError('conflict', '合同已有新版本生效，请刷新后再发起')
    const { taskId, code } = await requestSigning(ctx, {
      title: titleOf(row),
      message: '',
      base,
      subject: subjectOf(await signingIdOf(ctx, row)),
      order: 'sequential',
      deadline: new Date(ctx.clock.now().getTime() + SIGN_DAYS * DAY).toISOString(),
      signers: [
        { companyId: row.purchaserCompanyId, userId: null, seal: SEALS.purchaser },
        { companyId: row.supplierCompanyId, userId: null, seal: SEALS.supplier },
      ],
    })
    record(ctx, row, {
      action: 'e-sign',
      summary: `发起第 ${version} 版的电子签章`,
      data: { version, taskId, hash: row.contentHash!.toString('hex'), sha256: base.sha256 },
    })
    const payload = { contractId: row.id, version, code, senderName: ctx.actor.companyName }
    ctx.emit({ kind: 'contract.e-sign-asked', payload, topics: pagesOf(row) })
    return { taskId }
  }),

  implementFile(calls.signedContract, READS, async (ctx, { params: { contractId, version } }) => {
    demandReader(ctx)
    const row = await ownContract(ctx, contractId)
    const signing = await ctx.one('contract_signing', { contractId, version })
    if (!signing?.sha256) throw new AppError('notFound')
    const content = await ctx.files.read(signing.sha256.toString('hex'))
    return { name: `${titleOf({ ...row, version })}（电子签章）.pdf`, mime: 'application/pdf', content }
  }),
]

/** Makes the document outside of the transaction that sends it: who may is asked first. */
async function prepare(
  kernel: Kernel,
  input: Input<unknown, unknown, unknown>,
  { tenantId, actor }: Caller,
): Promise<Made> {
  const { contractId } = input.params as { contractId: string }
  const by = actor as Employee
  const made = await inContext(kernel, { tenantId, actor: by, readOnly: true }, async (ctx) => {
    const { row } = await permitted(ctx, contractId, 'eSign')
    return { row, agreed: await agreedVersion(ctx, row) }
  })
  const content = await versionPdf(made.agreed, by)
  const stored = await kernel.files.put(content)
  const { version } = made.row
  return { version, base: await admitBase(kernel, by, { ...stored, name: `${titleOf(made.row)}.pdf` }) }
}

function titleOf({ title, code, version }: Pick<Contract, 'title' | 'code' | 'version'>): string {
  return `${title}（${code}${version > 1 ? ` 第 ${version} 版` : ''}）`
}

/** Topics of both sides' open pages. Those of the tasks are heard by pages alone that show one already. */
function pagesOf({ purchaserCompanyId, supplierCompanyId }: Contract): string[] {
  return [purchaserCompanyId, supplierCompanyId].map((companyId) => `contracts:${companyId}`)
}

/** What tasks of the version in force are asked for, from the first one on. */
async function signingIdOf(ctx: Ctx, { id: contractId, version }: Contract): Promise<string> {
  const known = await ctx.one('contract_signing', { contractId, version }, { columns: ['id'] })
  if (known) return known.id
  const id = ctx.newId()
  await ctx.insert('contract_signing', { id, contractId, version })
  return id
}

export const eSignatureSubscribers: readonly Subscriber[] = [
  {
    name: 'contracts: mark the version that was signed',
    kind: COMPLETED_EVENT,
    async handle(ctx, { payload }) {
      const signing = await signingNamed(ctx, payload)
      if (!signing || signing.sha256) return
      const { id, contractId, version } = signing
      const sha256 = String(payload.sha256)
      const contract = await ctx.expectOne('contract', { id: contractId })
      const mark = { sha256: Buffer.from(sha256, 'hex'), completedAt: ctx.clock.now() }
      await ctx.update('contract_signing', { id }, mark)
      const data = { version, taskId: payload.taskId, sha256 }
      record(ctx, contract, { action: 'e-signed', summary: `双方完成第 ${version} 版的电子签章`, data })
      ctx.emit({
        kind: 'contract.e-signed',
        payload: { contractId, version, sha256 },
        topics: pagesOf(contract),
      })
    },
  },
]
