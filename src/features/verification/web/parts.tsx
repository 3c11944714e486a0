import { DataTable } from '#web/kit/data-table.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { FileList } from '#web/kit/file-list.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { KINDS, OPINIONS, SUBJECTS } from '../rules/verification.ts'
import { conclusionTag, type Detail, OPINION_TONES, pathOfFile, replyTag } from './words.ts'

/** What is verified and why. */
export function SubjectPart({ detail }: { detail: Detail }) {
  return (
    <FieldList
      items={[
        {
          label: '论证对象',
          value: `${SUBJECTS[detail.subjectKind]}：${detail.subjectTitle}（${detail.subjectCode}）`,
        },
        { label: '类别', value: KINDS[detail.kind].label },
        detail.version > 0 && { label: '论证版本', value: `第 ${detail.version} 版` },
        { label: '论证背景', value: <span className="kb-pre">{detail.background}</span>, wide: true },
        ...detail.facts.map(({ label, value }) => ({
          label,
          value: <span className="kb-pre">{value}</span>,
          wide: true,
        })),
        detail.suppliers.length > 0 && { label: '须回避的供应商', value: detail.suppliers.join('、'), wide: true },
        {
          label: '论证材料',
          value: <FileList files={detail.files} pathOf={pathOfFile(detail.verificationId)} />,
          wide: true,
        },
      ]}
    />
  )
}

/** What is asked for, with the brands that meet it, and why it stays where too few do. */
export function ParameterPart({ detail }: { detail: Detail }) {
  return (
    <DataTable
      label="需求参数"
      rows={detail.parameters}
      rowKey={(row) => row.name}
      columns={[
        { key: 'name', title: '参数', isHead: true, value: (row) => row.name },
        { key: 'wished', title: '期望值', value: (row) => `${row.wished}${row.isMust ? '（必须）' : ''}` },
        { key: 'brands', title: '满足品牌', value: (row) => row.brands.join('、') },
        { key: 'note', title: '保留理由', value: (row) => row.note },
      ]}
    />
  )
}

/** Who was asked, and how far each is. */
export function MemberPart({ detail }: { detail: Detail }) {
  return (
    <DataTable
      label="论证专家"
      rows={detail.members}
      rowKey={(row) => row.memberId}
      columns={[
        {
          key: 'name',
          title: '专家',
          isHead: true,
          value: (row) => row.name,
          render: (row) => (
            <>
              {row.name}
              {row.isChair && <span className="kb-chip kb-tag-active"> 组长</span>}
              {row.isDrawn && <span className="kb-chip"> 抽取</span>}
            </>
          ),
        },
        { key: 'title', title: '职称', width: 120, value: (row) => row.title },
        { key: 'employer', title: '单位', value: (row) => row.employer },
        {
          key: 'reply',
          title: '答复',
          width: 100,
          value: (row) => replyTag(row.reply).label,
          render: (row) => <StatusTag {...replyTag(row.reply)} />,
        },
        { key: 'reason', title: '原因', value: (row) => row.replyReason },
        {
          key: 'given',
          title: '意见',
          width: 90,
          value: (row) => (row.reply !== 'accepted' ? '' : row.hasGiven ? '已提交' : '未提交'),
        },
        { key: 'signed', title: '签署', kind: 'time', width: 140, value: (row) => row.signedAt },
      ]}
    />
  )
}

/** Every opinion that may be read, by question. */
export function OpinionPart({ detail }: { detail: Detail }) {
  const readable = detail.members.filter(({ opinions }) => opinions.length > 0)
  return (
    <div className="kb-stack kb-gap-12">
      {!detail.isUnsealed && <p className="kb-hint">全部专家提交意见之前，意见互不可见，经办单位也看不到。</p>}
      {readable.length > 0 &&
        detail.questions.map(({ questionId, title }, i) => (
          <section key={questionId} className="kb-stack kb-gap-8">
            <h3>
              {i + 1}. {title}
            </h3>
            <DataTable
              label={title}
              rows={readable}
              rowKey={(row) => row.memberId}
              columns={[
                { key: 'name', title: '专家', width: 140, isHead: true, value: (row) => row.name },
                {
                  key: 'opinion',
                  title: '意见',
                  width: 120,
                  value: (row) => OPINIONS[saidBy(row, questionId)?.opinion ?? 'agree'],
                  render: (row) => {
                    const said = saidBy(row, questionId)
                    return said ? <StatusTag label={OPINIONS[said.opinion]} tone={OPINION_TONES[said.opinion]} /> : '-'
                  },
                },
                { key: 'reason', title: '理由', value: (row) => saidBy(row, questionId)?.reason },
              ]}
            />
          </section>
        ))}
    </div>
  )
}

/** What it came to. */
export function ConclusionPart({ detail }: { detail: Detail }) {
  if (detail.conclusion === '') return <p className="kb-hint">组长在全部意见提交后形成结论。</p>
  return (
    <FieldList
      items={[
        { label: '结论', value: <StatusTag {...conclusionTag(detail.conclusion)} /> },
        { label: '报告指纹', value: <code className="kb-break">{detail.hash}</code> },
        { label: '意见综述', value: <span className="kb-pre">{detail.summary}</span>, wide: true },
        detail.amendments !== '' && {
          label: '应当修改',
          value: <span className="kb-pre">{detail.amendments}</span>,
          wide: true,
        },
        ...detail.members
          .filter(({ dissent }) => dissent !== '')
          .map(({ name, dissent }) => ({ label: `${name}的不同意见`, value: dissent, wide: true })),
      ]}
    />
  )
}

function saidBy({ opinions }: Detail['members'][number], questionId: string) {
  return opinions.find((one) => one.questionId === questionId)
}
