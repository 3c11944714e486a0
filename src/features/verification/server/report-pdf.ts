import { formatTime } from '#contract/time.ts'
import { renderPdf } from '#server/pdf/render.ts'
import { CONCLUSIONS, KINDS, OPINIONS, SUBJECTS } from '../rules/verification.ts'
import { activeOf, type Any, type Member, type Verification } from './access.ts'

const time = (at: Date | null) => (at ? `${formatTime(at, true)}（北京时间）` : '—')

/** The report as PDF: what was verified, by whom with unit and title, every opinion by name, the conclusion, signatures. */
export async function reportPdf(ctx: Any, verification: Verification, members: readonly Member[]): Promise<Buffer> {
  const active = activeOf(members)
  const company = await ctx.expectOne('company', { id: verification.companyId }, { columns: ['name'] })
  const opinions = await ctx.many('verification_opinion', { memberId: active.map(({ id }) => id) })
  const questions = verification.questions as { questionId: string; title: string }[]
  const data = {
    org: company.name,
    number: verification.code,
    title: '需求论证报告',
    facts: [
      ['论证名称', verification.title],
      [
        '论证对象',
        `${SUBJECTS[verification.subjectKind as 'demand']}：${verification.subjectTitle}（${verification.subjectCode}${verification.version > 0 ? `，第 ${verification.version} 版` : ''}）`,
      ],
      ['论证类别', KINDS[verification.kind as 'general'].label],
      ['论证开始', time(verification.begunAt)],
      ['报告编制', time(verification.concludedAt)],
      ['论证结论', CONCLUSIONS[verification.conclusion as 'passed']],
    ],
    background: verification.background,
    members: active.map((one) => ({
      name: one.isChair ? `${one.name}（组长）` : one.name,
      title: one.title || '—',
      employer: one.employer || '—',
      way: one.isDrawn ? '随机抽取' : '采购人邀请',
    })),
    questions: questions.map(({ questionId, title }, i) => ({
      title: `${i + 1}. ${title}`,
      rows: active.map(({ id, name }) => {
        const said = opinions.find((one) => one.memberId === id && one.questionId === questionId)
        return { name, opinion: said ? OPINIONS[said.opinion as 'agree'] : '—', reason: said?.reason || '—' }
      }),
    })),
    summary: verification.summary,
    amendments: verification.amendments || '无',
    signs: active.map((one) => ({
      name: one.name,
      signed: one.signedAt ? formatTime(one.signedAt, true) : verification.state === 'reported' ? '未签字' : '待签字',
      remark: one.dissent || '无不同意见',
    })),
    hashes: [['报告指纹（SHA-256）', verification.reportHash!.toString('hex')]],
  }
  return renderPdf(TEMPLATE, data, { at: verification.endedAt ?? verification.concludedAt! })
}

const TEMPLATE = `#import "base.typ": *
#show: official.with(title: input.title, org: input.org, number: input.number)
#facts(input.facts)
= 论证背景
#par(input.background)
= 论证专家
#data-table(
  ((title: "姓名", key: "name", width: 1fr), (title: "职称", key: "title", width: 1fr), (title: "单位", key: "employer", width: 1.8fr), (title: "产生方式", key: "way", width: 0.9fr)),
  input.members,
)
= 专家意见
#for question in input.questions [
#par(question.title)
#data-table(
  ((title: "专家", key: "name", width: 0.8fr), (title: "意见", key: "opinion", width: 0.8fr), (title: "理由", key: "reason", width: 3fr)),
  question.rows,
)
]
= 论证结论
#par(input.summary)
= 应当修改的内容
#par(input.amendments)
= 专家签署
#data-table(
  ((title: "姓名", key: "name", width: 1fr), (title: "签署时间（北京时间）", key: "signed", width: 1.4fr), (title: "不同意见", key: "remark", width: 2fr)),
  input.signs,
)
#seal-block(title: "签署说明", facts: (), hashes: input.hashes, note: "专家在本平台以本人账号签署，签署记入审计链。")
`
