import type { Check } from '#features/sealing/core/check.ts'
import type { Report } from './report.ts'

/** One thing that the report says, for whoever does not read checks. `why`: the first finding against it, or what is missing. */
export interface Point {
  ok: boolean | null
  text: string
  why: string
}

interface Group {
  of: RegExp
  ok: string
  bad: string
  open: string
}

/** What checks mean together, in the order in which it is told. A check that belongs to none is told by its own line only. */
const GROUPS: readonly Group[] = [
  {
    of: /^(format|signature-|manifest$)/,
    ok: '回执由平台签发，签发之后没有改动。',
    bad: '回执不是平台签发的，或者签发之后被改动。',
    open: '回执的签名没有全部核对。',
  },
  {
    of: /^(on-time|notice)$/,
    ok: '投标在公告的截止时间之前送达。',
    bad: '投标晚于截止时间，或者回执与公告不是同一项目的。',
    open: '没有公告校验文件，未核对截止时间。',
  },
  {
    of: /^(inclusion|receipt-checkpoint|deadline-checkpoint|consistency|published-leaf|checkpoint-|growth-|in-record)/,
    ok: '它在平台的公开日志中，日志此后只增未改：平台不能否认收到过，也不能换成另一份。',
    bad: '与公开日志不符：日志被改写，或者材料不是日志所载的那一份。',
    open: '缺少公告校验文件或日志数据，没有核对它在公开日志中的位置。',
  },
  {
    of: /^(bid-manifest|cipher-|file-|plain-|price-|sealed-|joint-)/,
    ok: '开标时打开的就是当初封存的文件，逐个字节相同。',
    bad: '打开的文件与当初封存的不是同一份。',
    open: '缺少密文、密钥或明文，没有核对开标时打开的是不是当初封存的文件。',
  },
  {
    of: /^key-file/,
    ok: '密钥文件完好，就是这些投标文件封存时所用的那一把。',
    bad: '密钥文件已损坏，或者不是这些投标文件封存时所用的那一把。',
    open: '密钥文件完好；没有一并提供密文，未核对它是否打得开自己的投标。',
  },
  {
    of: /^archive-/,
    ok: '归档完整：清单所列的文件都在、都没有改过，也没有夹带别的内容。',
    bad: '归档缺少文件、被改动，或者夹带了内容。',
    open: '归档是旧格式，不能确认内容齐全。',
  },
  {
    of: /^(notice-|audit)/,
    ok: '公告与过程记录同发布、发生时一致，没有漏掉，也没有另加。',
    bad: '公告或过程记录被改动、漏掉，或者是另加的。',
    open: '缺少公告公钥，没有核对公告的签名。',
  },
  {
    of: /^(bids|opening-sheet|completeness-|records-closing)/,
    ok: '截止前收到的投标一份不少：每一份都打开了，或者写明了未开启的原因；唱出的价格就是投标文件里的价格。',
    bad: '投标有遗漏、多出，或者与开标记录不符。',
    open: '日志尚未公开投标期间的全部条目，没有核对投标是否齐全。',
  },
  {
    of: /^auction-/,
    ok: '竞价的每一次出价都在、没有改过，名次由出价得出。',
    bad: '竞价的出价被改动、漏掉，或者名次不是由出价得出的。',
    open: '缺少材料，竞价没有全部核对。',
  },
  {
    of: /^(review-|draw-)/,
    ok: '评审结果由评审人员的意见按公布的办法得出：重新计算过，结果相同。',
    bad: '评审结果不能由评审意见得出，或者意见、抽取在事后被改动。',
    open: '评审的部分材料尚未写入日志，没有全部核对。',
  },
  {
    of: /^(same-|bond-|own$)/,
    ok: '价格、时间、名称在归档各处所载相同。',
    bad: '同一件事在归档各处所载不同。',
    open: '归档各处所载没有全部比对。',
  },
  {
    of: /^(record-\d|records-key|procedure-there)/,
    ok: '公告、报名审核、开标、评审、定标等在发生时就写进了公开日志，不是事后补作的。',
    bad: '过程中的决定与公开日志不符，或者是事后补作的。',
    open: '过程中的决定没有全部在公开日志中核对。',
  },
  {
    of: /^(deadline-w|deadline-time|place-in-time|record-times|trust-witness|trust-growth|trust-time)/,
    ok: '平台以外的见证方看到过同一份日志：平台不能给不同的人看不同的日志，也不能倒签时间。',
    bad: '与见证方看到的日志或时间不符。',
    open: '还没有见证方的签名可以核对，不能排除平台另造一份日志，或者倒签时间。',
  },
  {
    of: /^trust/,
    ok: '来源已确认：与您从别处取得的信任文件一致。',
    bad: '来源不符：公钥、时间或日志与信任文件不同，材料可能是另造的。',
    open: '来源还没有确认：没有载入信任文件，或者没有归档证明。',
  },
]

/** What a report means, one line for each thing that it speaks of. */
export function pointsOf({ sections }: Pick<Report, 'sections'>): Point[] {
  const left = new Set(sections.flatMap(({ checks }) => checks))
  return GROUPS.flatMap((group) => {
    const own = [...left].filter(({ id }) => group.of.test(id))
    for (const one of own) left.delete(one)
    if (own.length === 0) return []
    const against = own.find(({ ok }) => ok === false) ?? own.find(({ ok }) => ok === null)
    const ok = against ? (against.ok as false | null) : true
    const text = ok === true ? group.ok : ok === false ? group.bad : group.open
    return [{ ok, text, why: against ? reasonOf(against) : '' }]
  })
}

function reasonOf({ title, detail }: Check): string {
  return `${title}：${detail}`
}

/** What to do next, from what was found and what is missing. */
export function nextSteps({ verdict, sections }: Report): string[] {
  const checks = sections.flatMap((section) => section.checks)
  const isOpen = (of: RegExp) => checks.some(({ id, ok }) => ok === null && of.test(id))
  const has = (of: RegExp) => checks.some(({ id }) => of.test(id))
  if (verdict === 'invalid')
    return [
      '请保存好手上的全部文件，不要改动；把文件和本页的结论一起交给平台与监督部门，要求说明。',
      '下方逐项列出了哪一项不成立、为什么；也请确认放进来的文件属于同一个项目。',
    ]
  const steps: string[] = []
  if (isOpen(/^trust(-keys|-head|-notice|-signer)?$/))
    steps.push(
      '要确认来源：从监督部门、见证方，或者您在截止时保存的文件中取得信任文件，点“载入信任文件”。现在才从平台下载的，只能说明材料前后一致。',
    )
  if (isOpen(/^trust-leaf$/)) steps.push('要确认归档已写入公开日志：把与归档一并下载的归档证明（.proof.json）放进来。')
  if (isOpen(/^(on-time|deadline-checkpoint|notice)$/))
    steps.push('要核对截止时间：截止之后从公告页下载公告校验文件（notice.json），与回执一起放进来。')
  else if (isOpen(/^(consistency|published-leaf|growth-)/))
    steps.push(
      '要核对回执一直在日志中：放进日志数据（tile 文件夹）；归档之后，归档中已带有这些数据，与回执一起放进来即可。',
    )
  if (has(/^format$/) && !has(/^(in-record|plain-)/))
    steps.push('开标之后：把归档，或者公开的密文、密钥和明文，与回执一起放进来，核对打开的是不是当初提交的文件。')
  if (verdict === 'valid') steps.push('请把信任文件与材料一起保存：日后任何人都可以用它们得出同样的结论。')
  return steps
}
