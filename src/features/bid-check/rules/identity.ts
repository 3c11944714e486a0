import { plainLine } from '#features/procurement/rules/plain-line.ts'
import { KINDS } from '#features/procurement/rules/stated-values.ts'
import { type Case, type Fault, type Rule, textsIn } from './case.ts'
import { eachLine } from './files.ts'

const ALIKE = {
  law: '《招标投标法实施条例》第四十条（{offer}异常一致或由他人编制的，视为串通投标）',
  else: '{documents}：{offer}须由本企业编制',
}
const OWN = { law: '{documents}对{offer}编制的要求', else: '{documents}对{offer}编制的要求' }

export const IDENTITY_RULES: readonly Rule[] = [
  {
    key: 'identity.name',
    title: '本企业名称',
    place: 'files',
    source: OWN,
    met: '文件中的单位名称与本企业一致',
    find: (bid) => {
      const texts = textsIn(bid)
      if (texts.length === 0) return null
      const { name } = bid.facts.own
      const named = texts.some(({ lines }) => lines.some(({ text }) => alike(text).includes(alike(name))))
      const none: Fault[] = named ? [] : [{ severity: 'check', text: `可读取的文件中没有出现本企业名称“${name}”` }]
      return [...none, ...(namedOtherwise(bid, BIDDER, [name]) ?? [])]
    },
  },
  {
    key: 'identity.code',
    title: '统一社会信用代码',
    place: 'files',
    source: OWN,
    met: '没有发现其他单位的统一社会信用代码',
    find: (bid) => {
      const known = [bid.facts.own.creditCode, ...bid.facts.buyerCodes]
      return outsideReferences(bid, (line) => {
        const found = [...line.matchAll(/统一社会信用代码[^0-9A-Z]{0,10}([0-9A-Z]{18})(?![0-9A-Z])/g)]
          .map(([, code]) => code!)
          .find((code) => !known.includes(code))
        return found ? { severity: 'check', text: `统一社会信用代码 ${found} 不是本企业的` } : null
      })
    },
  },
  {
    key: 'identity.project',
    title: '项目编号',
    place: 'files',
    source: OWN,
    met: '没有发现其他项目的编号或名称',
    find: (bid) => {
      const { order, facts } = bid
      const own = [order.code, facts.projectCode].map(codeOf)
      return outsideReferences(bid, (line) => {
        const stated = [...line.matchAll(CODE)]
          .map(([, code]) => code!)
          .find((code) => !own.some((one) => codeOf(code).includes(one) || one.includes(codeOf(code))))
        if (stated) return { severity: 'check', text: `项目编号“${stated}”与本项目不同，可能沿用了旧文件` }
        const other = facts.others.find(
          ({ code, title }) =>
            line.includes(code) || (title.length >= 8 && title !== order.title && line.includes(title)),
        )
        return other
          ? { severity: 'check', text: `出现本企业参加的另一项目“${other.title}”（${other.code}），可能沿用了旧文件` }
          : null
      })
    },
  },
  {
    key: 'identity.buyer',
    title: '采购单位名称',
    place: 'files',
    source: OWN,
    met: '没有发现写给其他采购单位的内容',
    find: (bid) => namedOtherwise(bid, BUYER, bid.facts.buyers),
  },
  {
    key: 'identity.properties',
    title: '文件属性中的单位',
    place: 'files',
    source: ALIKE,
    met: '文件属性中没有其他单位的名称',
    find: ({ files, facts }) => {
      const own = alike(facts.own.name)
      const known = files.flatMap(({ id, content }) =>
        content.state === 'read' ? content.properties.map((property) => ({ id, ...property })) : [],
      )
      return known.flatMap(({ id, label, value }): Fault[] => {
        const said = alike(value)
        const isOther = COMPANY.test(said) && !own.includes(said) && !said.includes(own)
        return isOther
          ? [{ severity: 'check', text: `文件属性“${label}”为“${value}”，不是本企业，请另存后清除`, fileId: id }]
          : []
      })
    },
  },
]

const NAMED = /(?:名称|全称)?(?:（[^）]{0,14}）)?(?<gap>\s*[:：|]\s*)/
const behindLabel = (label: RegExp) => new RegExp(`${label.source}${NAMED.source}`, 'g')
const BIDDER = behindLabel(/(?<![\u4e00-\u9fa5])(?:投标人|投标单位|供应商|响应人|报价人|申请人)/)
const BUYER = behindLabel(/(?<![\u4e00-\u9fa5])(?:招标人|招标单位|采购人|采购单位|业主单位|致)/)
const CODE =
  /(?:项目|招标|采购|标段|包件?)编号(?:（[^）]{0,10}）)?\s*[:：|]\s*([A-Za-z0-9][A-Za-z0-9()（）_\-/.]{3,40})/g
const COMPANY = /(公司|集团|医院|中心|研究院|设计院|事务所|大学|学院|厂)/

/** Names behind a label that are not among those expected. */
function namedOtherwise(bid: Case, label: RegExp, expected: readonly string[]): Fault[] | null {
  return outsideReferences(bid, (line) => {
    for (const { index, 0: whole, groups } of line.matchAll(label)) {
      const rest = line.slice(index + whole.length)
      const all = expected.map((recorded) => KINDS.name({ rest, gap: groups!.gap!, recorded: alike(recorded) }))
      const said = all.includes(null) ? null : all[0]
      if (said) return { severity: 'check', text: `“${whole.trim()}${said}”与${expected.join('、')}不一致` }
    }
    return null
  })
}

/** As `eachLine`, on pages and paragraphs that do not tell of other contracts: references rightly name other parties. */
function outsideReferences(bid: Case, judge: (line: string) => Omit<Fault, 'fileId' | 'at'> | null): Fault[] | null {
  const texts = textsIn(bid)
  const told = new Map(
    texts.map(({ id, lines }) => [
      id,
      new Set(lines.filter(({ text }) => REFERENCE.test(plainLine(text))).map(({ at }) => at)),
    ]),
  )
  const faults = eachLine(bid, (line) => judge(alike(line, true)))
  return faults && faults.filter(({ fileId, at }) => !told.get(fileId!)?.has(at!))
}

const REFERENCE = /(业绩|类似项目|合同案例|案例|授权书|制造商|生产厂家)/

/** Brackets of one form, so that （集团） is (集团). */
function alike(text: string, isPlain = false): string {
  return (isPlain ? text : plainLine(text)).replaceAll('(', '（').replaceAll(')', '）')
}

function codeOf(code: string): string {
  return code
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
}
