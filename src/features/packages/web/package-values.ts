import * as z from 'zod'
import type { BodyOf } from '#contract/endpoint.ts'
import { Exact, sum } from '#contract/money.ts'
import type { FileRef } from '#web/kit/file-list.tsx'
import type { savePackage } from '../contract.ts'
import type { Company } from './company-choice.tsx'
import type { Given, Project } from './types.ts'

type Line = Project['lines'][number]

export interface LotValue {
  orderId?: string
  lotNo: number
  title: string
  estimatedPrice?: string | undefined
  controlPrice?: string | undefined
  admission: 'open' | 'invited'
  companies: Company[]
}

/** What the form of a package holds. */
export interface PackageValues {
  title: string
  remark?: string
  /** Lot by line. */
  split: Record<string, number>
  lots: LotValue[]
  signUpEnd: string
  questionEnd: string
  bidEnd: string
  rounds: number
  candidateDays: number
  bond?: string
  qualifications?: string
  delivery?: string
  paymentTerms?: string
  files?: FileRef[]
}

/** What a lot's lines may cost at most; undefined where one of them has no limit. */
export function ceilingOf(lines: readonly Line[]): string | undefined {
  if (lines.length === 0 || lines.some(({ controlPrice }) => controlPrice === null)) return undefined
  return sum(lines.map(({ controlPrice, quantity }) => new Exact(controlPrice!).times(quantity).toFixed(2)))
}

/** A lot as it begins, from the lines that fall into it. */
export function lotOf(lotNo: number, lines: readonly Line[]): LotValue {
  const ceiling = ceilingOf(lines)
  const [first] = lines
  const title = first ? (lines.length > 1 ? `${first.section || first.name}等` : first.name) : ''
  return { lotNo, title, estimatedPrice: ceiling, controlPrice: ceiling, admission: 'open', companies: [] }
}

export function initialOf(project: Project, given: Given | null): Partial<PackageValues> {
  const { lines } = project
  const split = Object.fromEntries(lines.map(({ itemId, lotNo }) => [itemId, lotNo]))
  if (given) return { split, ...existing(given) }
  const numbers = [...new Set(lines.map(({ lotNo }) => lotNo))].toSorted((a, b) => a - b)
  return {
    title: project.name.slice(0, 100),
    split,
    lots: numbers.map((lotNo) =>
      lotOf(
        lotNo,
        lines.filter((line) => line.lotNo === lotNo),
      ),
    ),
    rounds: 1,
    candidateDays: 0,
    bond: '0',
    qualifications: '营业执照',
  }
}

function existing({ rows, order, packages }: Given): Partial<PackageValues> {
  const { schedule, settings } = order
  const found = packages.find(({ packageId }) => rows.some((row) => row.packageId === packageId))
  return {
    title: found?.title ?? order.project.name.slice(0, 100),
    remark: found?.remark ?? '',
    lots: rows.map(({ orderId, lotNo, title, estimatedPrice, controlPrice, admission }) => ({
      orderId,
      lotNo,
      title,
      estimatedPrice,
      admission,
      companies: [],
      controlPrice: controlPrice ?? undefined,
    })),
    signUpEnd: schedule.signUpEnd ?? '',
    questionEnd: schedule.questionEnd ?? '',
    bidEnd: schedule.bidEnd ?? '',
    rounds: settings.quote?.rounds ?? 1,
    candidateDays: settings.quote?.candidateDays ?? 0,
    bond: order.bond,
    qualifications: settings.qualifications.map(({ name }) => name).join('\n'),
    delivery: settings.delivery,
    paymentTerms: settings.paymentTerms,
    files: order.files,
  }
}

/** What is missing, at its field. */
export function problemsOf(lines: readonly Line[]) {
  return z.looseObject({}).superRefine((given, ctx) => {
    const { split = {}, lots = [] } = given as Partial<PackageValues>
    const say = (path: (string | number)[], message: string) => ctx.addIssue({ code: 'custom', path, message })
    if (lots.length < 2) return say(['lots'], '采购包至少含 2 个采购单')
    lots.forEach((lot) => {
      const name = `包号 ${lot.lotNo}`
      if (!lines.some(({ itemId, lotNo }) => (split[itemId] ?? lotNo) === lot.lotNo))
        say(['lots'], `${name}没有清单，请归入清单或者删除`)
      else if (lot.title.trim() === '') say(['lots'], `请输入${name}的采购单名称`)
      else if (!lot.estimatedPrice) say(['lots'], `请输入${name}的预算`)
      else if (lot.admission === 'invited' && !lot.orderId && lot.companies.length === 0)
        say(['lots'], `请选择${name}的受邀供应商`)
    })
    const names = lots.map(({ title }) => title.trim())
    if (new Set(names).size < names.length) say(['lots'], '采购单名称重复')
  })
}

export function bodyOf(
  values: PackageValues,
  { project, method, given }: { project: Project; method: number; given: Given | null },
): BodyOf<typeof savePackage> {
  const { title, remark = '', lots, split, signUpEnd, questionEnd, bidEnd, bond, files = [] } = values
  const names = (values.qualifications ?? '').split('\n').map((name) => name.trim())
  const base = given?.order.settings
  const known = { ...base, qualifications: [], bidFiles: base?.bidFiles ?? [], marks: base?.marks ?? [] }
  return {
    projectId: project.projectId,
    method,
    title: title.trim(),
    remark: remark.trim(),
    terms: {
      schedule: { saleStart: null, saleEnd: null, signUpEnd, questionEnd, bidEnd, openAt: null },
      bond: bond ?? '0',
      documentFee: given?.order.documentFee ?? '0',
      place: given?.order.place ?? '',
      decryptMinutes: given?.order.decryptMinutes ?? 60,
      settings: {
        ...known,
        qualifications: names.filter((name) => name !== '').map((name) => ({ name, required: true })),
        delivery: values.delivery ?? '',
        paymentTerms: values.paymentTerms ?? '',
        quote: { ...base?.quote, rounds: values.rounds, candidateDays: values.candidateDays },
      } as BodyOf<typeof savePackage>['terms']['settings'],
      files: files.map(({ fileId, name }) => ({ fileId, name, kind: 'document' as const })),
    },
    lots: lots.map(({ orderId, lotNo, title: called, estimatedPrice, controlPrice, admission, companies }) => ({
      ...(orderId && { orderId }),
      lotNo,
      title: called.trim(),
      estimatedPrice: estimatedPrice ?? '0',
      controlPrice: controlPrice ?? null,
      admission,
      companyIds: admission === 'invited' ? companies.map(({ value }) => value) : [],
    })),
    ...(!given && { split: Object.entries(split).map(([itemId, lotNo]) => ({ itemId, lotNo })) }),
  }
}
