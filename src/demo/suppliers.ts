import { formatDate } from '#contract/time.ts'
import { creditCodeCheck } from '#features/enterprise/rules/identifiers.ts'
import { addCertificate } from '#features/suppliers/contract/certificates.ts'
import { gradeHierarchy, ratingRules, saveHierarchy, saveRating } from '#features/suppliers/contract/grades.ts'
import * as library from '#features/suppliers/contract/library.ts'
import * as list from '#features/suppliers/contract/listings.ts'
import * as onboarding from '#features/suppliers/contract/onboarding.ts'
import { shareSupplier } from '#features/suppliers/contract/shares.ts'
import { addDays } from '#features/suppliers/rules/days.ts'
import type { Grade } from '#features/suppliers/rules/grades.ts'
import { UNTRUST_KINDS } from '#features/suppliers/rules/listings.ts'
import type { Way } from '#features/suppliers/rules/onboarding.ts'
import { writeSheet } from '#server/sheet/sheet.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { Cast } from './cast.ts'
import { COMPANIES, type CompanyKey } from './companies.ts'
import { pdfOf } from './play/documents.ts'

/** Companies that nobody of the demonstration plays, by the number in their code: whatever is decided about them stops no tender. */
const OTHERS = {
  paused: ['江州恒泰物流有限公司', 101],
  left: ['常州新北印务有限公司', 102],
  potential: ['江州绿源保洁服务有限公司', 103],
  proposed: ['江州智联信息技术有限公司', 104],
  refused: ['江州聚鑫商贸有限公司', 105],
  drafted: ['江州和顺家具有限公司', 106],
  listed: ['江州宏达医疗用品有限公司', 107],
  lifted: ['江州诚信电梯维保有限公司', 108],
  upcoming: ['江州博远仪器有限公司', 109],
} as const satisfies Record<string, readonly [string, number]>
type Other = keyof typeof OTHERS

/** The hospital's library, with a record, a certificate, a grade and an entry of a list in every state. */
export async function playSuppliers(cast: Cast, now: Date): Promise<void> {
  const buyer = await cast.as('buyer')
  const play = new Library(buyer, now)
  const ids = {
    supplier1: await play.admit({ key: 'supplier1', categories: ['医疗设备', '影像设备'] }),
    supplier2: await play.admit({ key: 'supplier2', categories: ['影像设备'] }),
    supplier3: await play.admit({ key: 'supplier3', categories: ['医用耗材'] }),
  }
  await play.grade(ids.supplier1, 'A', '年度考核 94 分')
  await play.grade(ids.supplier2, 'B', '年度考核 81 分')
  await play.grade(ids.supplier3, 'C', '两次交货逾期，要求提交整改计划')
  await play.certificates(ids)

  const paused = await play.admit({ other: 'paused', categories: ['物流运输'] })
  await play.act(paused, 'pause', '运输冷链温度记录不全，限期整改')
  await play.grade(paused, 'D', '质量考核 52 分')
  await play.act(await play.admit({ other: 'left', categories: ['印刷服务'] }), 'leave', '企业停止经营该业务')
  await play.propose('potential', 'draft')
  await play.propose('proposed', 'proposed')
  await play.propose('refused', 'refused')
  await play.draft('direct', { other: 'drafted', categories: ['办公家具'] })

  await play.lists()
  await play.untrust()
  await play.policies()
  await buyer.call(shareSupplier, {
    params: { supplierId: ids.supplier1 },
    body: {
      toCompanyId: COMPANIES.waterworks.id,
      fields: ['state', 'categories', 'grade', 'certificates'],
      until: play.day(180),
      reason: '两家单位联合采购检测设备',
    },
  })
}

interface Meant {
  key?: CompanyKey
  other?: Other
  categories: string[]
}

class Library {
  readonly #buyer: HttpClient
  readonly #now: Date

  constructor(buyer: HttpClient, now: Date) {
    this.#buyer = buyer
    this.#now = now
  }

  day(days: number): string {
    return addDays(formatDate(this.#now), days)
  }

  /** A draft of a proposal; its id. */
  async draft(way: Way, { key, other, categories }: Meant): Promise<string> {
    const { onboardingId } = await this.#buyer.call(onboarding.createOnboarding, {
      body: {
        way,
        subject: subjectOf({ key, other }),
        categories,
        validFrom: this.day(0),
        validUntil: this.day(730),
        reason: '具备供货能力，近三年合作记录良好',
      },
    })
    return onboardingId
  }

  /** A qualified supplier; the id of its record. */
  async admit(meant: Meant): Promise<string> {
    const params = { onboardingId: await this.draft('direct', meant) }
    await this.#buyer.call(onboarding.acceptOnboarding, { params, body: {} })
    return (await this.#buyer.call(onboarding.onboardingDetail, { params })).supplierId
  }

  async propose(other: Other, until: 'draft' | 'proposed' | 'refused'): Promise<void> {
    const params = { onboardingId: await this.draft('recommend', { other, categories: ['后勤服务'] }) }
    if (until === 'draft') return
    await this.#buyer.call(onboarding.proposeOnboarding, { params })
    if (until === 'refused')
      await this.#buyer.call(onboarding.refuseOnboarding, { params, body: { remark: '同类供应商已足够' } })
  }

  async act(supplierId: string, action: 'pause' | 'leave', reason: string): Promise<void> {
    await this.#buyer.call(library.actOnSupplier, { params: { supplierId }, body: { action, reason } })
  }

  async grade(supplierId: string, grade: Grade, reason: string): Promise<void> {
    const body = { grade, until: this.day(365), reason }
    await this.#buyer.call(library.gradeSupplier, { params: { supplierId }, body })
  }

  async certificates(ids: Record<'supplier1' | 'supplier2' | 'supplier3', string>): Promise<void> {
    const rows = [
      ['supplier1', '医疗器械经营许可证', '苏常药监械经营许20210012号', 900],
      ['supplier1', '质量管理体系认证证书', '00123Q30456R1M', 45],
      ['supplier2', '医疗器械经营许可证', '苏苏药监械经营许20220108号', 21],
      ['supplier3', '医疗器械生产许可证', '沪药监械生产许20190077号', -12],
    ] as const
    for (const [key, kind, number, days] of rows)
      await this.#buyer.call(addCertificate, {
        params: { supplierId: ids[key] },
        body: {
          kind,
          number,
          issuer: kind.startsWith('质量') ? '中国质量认证中心' : '药品监督管理局',
          scope: '第二类、第三类医疗器械',
          validUntil: this.day(days),
          files: [await this.#file(kind)],
        },
      })
  }

  async lists(): Promise<void> {
    const own = { basis: 'own', basisText: '《供应商管理办法》第二十条', reason: '提供的检测报告与实物不符' }
    await this.#list('listed', { ...own, from: this.day(0), until: this.day(180) })
    const lifted = await this.#list('lifted', { ...own, from: this.day(0), until: this.day(90) })
    await this.#buyer.call(list.liftListing, {
      params: { listingId: lifted },
      body: { reason: '复检合格，整改完成' },
    })
    await this.#list('upcoming', {
      basis: 'tb54',
      reason: '以他人名义投标，弄虚作假骗取中标',
      from: this.day(30),
      until: this.day(30 + 500),
    })
    await this.#list('drafted', { ...own, from: this.day(0), until: this.day(90), isDraft: true })
    const { listingId } = await this.#buyer.call(list.createListing, {
      body: {
        kind: 'red',
        subject: subjectOf({ key: 'supplier2' }),
        basis: '',
        basisText: '年度优秀供应商评选',
        reason: '应急采购中 24 小时内交付设备并派驻工程师',
        from: this.day(0),
        until: this.day(365),
      },
    })
    await this.#buyer.call(list.decideListing, { params: { listingId }, body: {} })
  }

  async #list(
    other: Other,
    fields: { basis: string; basisText?: string; reason: string; from: string; until: string; isDraft?: boolean },
  ): Promise<string> {
    const { isDraft = false, ...given } = fields
    const { listingId } = await this.#buyer.call(list.createListing, {
      body: {
        kind: 'black',
        subject: subjectOf({ other }),
        hearing: '已书面告知拟处理意见，供应商在期限内陈述申辩，理由不成立',
        files: [await this.#file('调查报告')],
        ...given,
      },
    })
    if (!isDraft) await this.#buyer.call(list.decideListing, { params: { listingId }, body: {} })
    return listingId
  }

  /** One that fits by credit code, one by name alone, and one that is over. */
  async untrust(): Promise<void> {
    const row = (change: object) => ({
      名单类别: UNTRUST_KINDS.enforced,
      事由: '有履行能力而拒不履行生效法律文书确定义务',
      列入日期: this.day(-400),
      查询来源: '中国执行信息公开网',
      查询日期: this.day(0),
      ...change,
    })
    const rows = [
      row({ 企业名称: OTHERS.listed[0], 统一社会信用代码: codeOf('listed') }),
      row({ 企业名称: COMPANIES.supplier3.name, 名单类别: UNTRUST_KINDS.market, 查询来源: '国家企业信用信息公示系统' }),
      row({ 企业名称: OTHERS.left[0], 统一社会信用代码: codeOf('left'), 截止日期: this.day(-30) }),
    ]
    const titles = ['名单类别', '企业名称', '统一社会信用代码', '事由', '列入日期', '截止日期', '查询来源', '查询日期']
    const columns = titles.map((title) => ({ key: title, title, type: 'text' as const }))
    const content = await writeSheet({ title: '失信信息', columns, rows })
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(content)]), '失信信息.xlsx')
    await this.#buyer.raw('POST', `/api${list.importUntrust.path}`, form)
  }

  async policies(): Promise<void> {
    const hierarchy = await this.#buyer.call(gradeHierarchy, {})
    const grades = hierarchy.content.grades.map((one) =>
      one.grade === 'A' ? { ...one, note: '同等条件下优先邀请' } : one,
    )
    await this.#buyer.call(saveHierarchy, {
      body: { version: hierarchy.version, content: { grades }, note: '明确 A 级供应商的优先条件' },
    })
    const rating = await this.#buyer.call(ratingRules, {})
    const vetoes = [...rating.content.vetoes, '拒绝配合质量追溯']
    await this.#buyer.call(saveRating, {
      body: { version: rating.version, content: { ...rating.content, vetoes }, note: '增加质量追溯要求' },
    })
  }

  async #file(title: string) {
    const parts = [{ heading: title, paragraphs: ['示例文件，仅供演示。'] }]
    const content = await pdfOf({ title, org: COMPANIES.hospital.name, parts }, this.#now)
    const { fileId } = await this.#buyer.upload('supplier-file', `${title}.pdf`, content)
    return { fileId, name: `${title}.pdf` }
  }
}

function subjectOf({ key, other }: { key?: CompanyKey | undefined; other?: Other | undefined }) {
  if (key) return { companyId: COMPANIES[key].id, name: '', creditCode: '' }
  return { companyId: null, name: OTHERS[other!][0], creditCode: codeOf(other!) }
}

function codeOf(other: Other): string {
  const code = `91320400MA${String(OTHERS[other][1]).padStart(7, '0')}`
  return code + creditCodeCheck(code)!
}
