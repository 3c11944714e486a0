import { Exact } from '#contract/money.ts'
import { documentContradictions, documentContradictionText } from '#features/procurement/rules/document-facts.ts'
import { plainLine } from '#features/procurement/rules/plain-line.ts'
import { type Case, type Fault, type Rule, textsIn, type Unreadable } from './case.ts'
import { type DemandKind, statedDays } from './demands.ts'

const CONTENTS = {
  law: '{documents}对{offer}组成的要求、《招标投标法实施条例》第五十一条第六项',
  else: '{documents}对{offer}组成的要求',
}
const READING: Readonly<Record<Unreadable, string>> = {
  empty: '是空文件',
  damaged: '已损坏，无法打开',
  locked: '设有打开密码，评审时无法打开',
  noPages: '没有任何页面',
  tooLarge: '过大，本机未能检查其内容',
}

export const FILE_RULES: readonly Rule[] = [
  {
    key: 'files.required',
    title: '须提供的文件',
    place: 'files',
    source: CONTENTS,
    met: '须提供的文件都已选择',
    find: ({ bid }) => bid.lacks.files.map((text) => ({ severity: 'reject', text: `还缺：${text}` })),
  },
  {
    key: 'files.readable',
    title: '文件可以打开',
    place: 'files',
    source: CONTENTS,
    met: '文件都能打开',
    find: ({ files }) =>
      files.length === 0
        ? null
        : files.flatMap(({ id, content }): Fault[] =>
            content.state === 'read'
              ? []
              : [
                  {
                    severity: content.reason === 'tooLarge' ? 'check' : 'reject',
                    text: READING[content.reason],
                    fileId: id,
                  },
                ],
          ),
  },
  {
    key: 'files.text',
    title: '有文字可供检查',
    place: 'files',
    source: { law: '本检查的范围', else: '本检查的范围' },
    met: '各页都有文字，已全部检查',
    find: ({ files }) => (files.length === 0 ? null : files.flatMap(unreadOf)),
  },
  {
    key: 'files.facts',
    title: '与公布事项一致',
    place: 'files',
    source: { law: '{announcement}、{documents}', else: '{announcement}、{documents}' },
    met: '没有发现与公布的金额、时间不同的写法',
    find: (bid) => {
      const texts = textsIn(bid)
      const { facts, order } = bid
      return texts.length === 0
        ? null
        : texts.flatMap(({ id, name, lines, unit }) =>
            documentContradictions(lines, { title: order.title, lotNo: facts.lotNo, fields: facts.fields }).map(
              (one): Fault => ({
                severity: 'check',
                text: documentContradictionText(one, { file: name, unit }),
                fileId: id,
                at: one.at,
              }),
            ),
          )
    },
  },
  {
    key: 'files.validity',
    title: '有效期不短于要求',
    place: 'files',
    source: ({ facts }) => facts.demands.validity?.source ?? '',
    met: '文件中没有短于要求的有效期',
    find: (bid) =>
      daysFaults(bid, 'validity', (days, demanded) =>
        days < demanded ? { severity: 'reject', why: `短于要求的 ${demanded} 日` } : null,
      ),
  },
  {
    key: 'files.duration',
    title: '工期、交货期不超过要求',
    place: 'price',
    source: ({ facts }) => facts.demands.duration?.source ?? '',
    met: '没有发现超过要求的工期或交货期',
    find: (bid) => {
      const { duration } = bid.facts.demands
      if (!duration) return null
      const marked = bid.bid.marks.flatMap(({ name, value }): Fault[] => {
        const days = /(工期|交货期|供货期|交付期)/.test(name) ? /^\s*(\d+(?:\.\d+)?)/.exec(value)?.[1] : undefined
        const isLonger = days !== undefined && new Exact(days).gt(duration.days)
        return isLonger
          ? [{ severity: 'reject', text: `“${name}”填写为 ${value}，超过要求的 ${duration.days} 日` }]
          : []
      })
      const stated = daysFaults(bid, 'duration', (days, demanded) =>
        days > demanded ? { severity: 'check', why: `超过要求的 ${demanded} 日` } : null,
      )
      return [...marked, ...(stated ?? [])]
    },
  },
  {
    key: 'files.placeholders',
    title: '没有未填写的内容',
    place: 'files',
    source: { law: '{documents}对{offer}编制的要求', else: '{documents}对{offer}编制的要求' },
    met: '没有发现占位符或待填写的内容',
    find: (bid) =>
      eachLine(bid, (line) => {
        const found = PLACEHOLDER.exec(line)?.[0]
        if (!found || (/^[_＿\s]+$/.test(found) && BY_HAND.test(line))) return null
        return { severity: 'check', text: `有未填写的内容“${found}”：“${around(line, found)}”` }
      }),
  },
  {
    key: 'files.signing',
    title: '签字、盖章处',
    place: 'files',
    source: (bid) => bid.facts.demands.signing ?? '',
    met: '文件中有签字、盖章处；是否已经签字盖章须人工核对',
    find: (bid) => {
      const texts = textsIn(bid)
      if (bid.facts.demands.signing === null || texts.length === 0) return null
      const has = texts.some(({ lines }) =>
        lines.some(({ text }) => /(签字|签名|盖章|签章|印章)/.test(plainLine(text))),
      )
      return has ? [] : [{ severity: 'check', text: '可读取的文件中没有签字、盖章处，请核对签章页是否齐全' }]
    },
  },
]

const PLACEHOLDER =
  /\{\{[^{}]{0,40}\}\}|[XxＸｘ×]{3,}(?![A-Za-z0-9])|待(?:填写|补充|定稿)|此处(?:填写|插入)|请填写|[_＿]{3,}|【\s*】/
/** Blanks that are filled with a pen. */
const BY_HAND = /(签字|签名|签章|盖章|日期|年.{0,12}月)/

function unreadOf({ id, content }: Case['files'][number]): Fault[] {
  if (content.state !== 'read') return []
  const { empty, read, total, unit, lines } = content
  const word = unit === 'page' ? '页' : '段'
  const cut: Fault[] =
    read < total
      ? [{ severity: 'check', text: `文件过长，只检查了前 ${read} ${word}，共 ${total} ${word}`, fileId: id }]
      : []
  if (lines.length === 0)
    return [{ severity: 'check', text: '没有可读取的文字，可能是扫描件，未检查其内容', fileId: id }, ...cut]
  if (empty.length === 0) return cut
  const few = empty.slice(0, 8).join('、')
  const text = `第 ${few} 页${empty.length > 8 ? `等 ${empty.length} 页` : ''}没有可读取的文字（扫描或图片），未检查`
  return [{ severity: 'check', text, fileId: id, at: empty[0]! }, ...cut]
}

function daysFaults(
  bid: Case,
  kind: DemandKind,
  judge: (days: number, demanded: number) => { severity: Fault['severity']; why: string } | null,
): Fault[] | null {
  const demand = bid.facts.demands[kind]
  if (!demand) return null
  return eachLine(bid, (line) => {
    for (const { days, text } of statedDays(line, kind)) {
      const found = judge(days, demand.days)
      if (found) return { severity: found.severity, text: `“${text}”${found.why}` }
    }
    return null
  })
}

/** Runs a rule over each line of each file that could be read, each finding once per file. */
export function eachLine(
  bid: Case,
  judge: (line: string, page: number) => Omit<Fault, 'fileId' | 'at'> | null,
): Fault[] | null {
  const texts = textsIn(bid)
  if (texts.length === 0) return null
  return texts.flatMap(({ id, lines }) => {
    const said = new Set<string>()
    return lines.flatMap(({ at, text }): Fault[] => {
      const found = judge(plainLine(text), at)
      if (!found || said.has(found.text)) return []
      said.add(found.text)
      return [{ ...found, fileId: id, at }]
    })
  })
}

function around(line: string, found: string): string {
  const at = line.indexOf(found)
  return line.slice(Math.max(0, at - 12), at + found.length + 12)
}
