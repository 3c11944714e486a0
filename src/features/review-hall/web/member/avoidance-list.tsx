import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { askText } from '#web/kit/ask-text.tsx'
import { ask, toast } from '#web/feedback.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction } from '#web/use-call.ts'
import { declareAvoidance } from '../../contract/expert.ts'
import type { Bidder, MemberProject } from '../review-data.ts'
import { CommitmentBox } from './commitment-box.tsx'

const STATEMENT =
  '本人声明：与该投标人不存在隶属、任职、投资、近亲属及其他可能影响公正评审的利害关系；如有不实，愿承担法律责任。'

/** A statement per bidder, or all at once when there is no conflict with any. */
export function AvoidanceList({ project }: { project: MemberProject }) {
  const { projectId, me, bidders } = project
  const navigate = useNavigate()
  const declare = useAction(declareAvoidance)
  const given = new Map(me.avoidances.map((a) => [a.bidderId, a]))
  const open = bidders.filter((b) => !given.has(b.bidderId))
  const [read, setRead] = useState(false)
  const pending = project.commitment !== null && project.acceptance === null
  const accepted = () =>
    pending && project.commitment
      ? { commitment: { versionId: project.commitment.versionId, textHash: project.commitment.textHash } }
      : {}
  const mayDeclare = () => {
    if (!pending || read) return true
    toast.warning(`请先阅读并接受《${project.commitment!.title}》`)
    return false
  }
  const none = async (which: readonly Bidder[]) => {
    if (!mayDeclare()) return
    const names = which.length > 12 ? `全部 ${which.length} 家` : which.map((b) => b.supplierName).join('、')
    if (!(await ask({ title: '声明无利害关系', content: `${STATEMENT}\n投标人：${names}`, okText: '确认声明' }))) return
    for (const { bidderId } of which) {
      const outcome = await declare.run({
        params: { projectId, bidderId },
        body: { hasConflict: false, ...accepted() },
      })
      if (!outcome.ok) return
    }
  }
  const conflict = (bidder: Bidder) => {
    if (!mayDeclare()) return
    askText({
      title: `声明与${bidder.supplierName}存在利害关系`,
      label: '回避事由',
      hint: '提交后您将退出本项目评标委员会，由采购人或代理机构更换成员。该声明不能撤回。',
      run: async (reason) => {
        const outcome = await declare.run({
          params: { projectId, bidderId: bidder.bidderId },
          body: { hasConflict: true, reason, ...accepted() },
        })
        if (!outcome.ok) return outcome
        // Whoever has left finds nothing more here.
        toast.success('已声明回避，您已退出本项目评标委员会')
        void navigate('/review/tasks')
        return outcome
      },
    })
  }
  return (
    <>
      {project.commitment && <CommitmentBox project={project} read={read} onRead={setRead} />}
      <div className="rv-live kb-row kb-gap-16 kb-tight kb-wrap kb-below-8">
        <span role="status">{open.length === 0 ? '已对全部投标人作出声明' : `尚有 ${open.length} 家投标人未声明`}</span>
        {open.length > 0 && (
          <Button type="primary" size="small" disabled={declare.busy} onClick={() => void none(open)}>
            与全部投标人均无利害关系
          </Button>
        )}
      </div>
      <DataTable
        label="回避声明"
        rows={bidders}
        rowKey={(b) => b.bidderId}
        columns={[
          { key: 'no', title: '序号', kind: 'ordinal', width: 56, value: (b) => b.no },
          { key: 'name', title: '投标人', value: (b) => b.supplierName },
          { key: 'quote', title: '投标报价（元）', width: 170, align: 'right', value: (b) => formatAmount(b.quote) },
          {
            key: 'state',
            title: '声明',
            width: 300,
            render: (b) => {
              const own = given.get(b.bidderId)
              if (!own) return <StatusTag label="未声明" tone="warning" />
              return (
                <span className="kb-inline kb-tight kb-wrap">
                  <StatusTag
                    label={own.hasConflict ? '存在利害关系' : '无利害关系'}
                    tone={own.hasConflict ? 'danger' : 'success'}
                  />
                  <time className="kb-note">{formatTime(own.at, true)}</time>
                </span>
              )
            },
          },
        ]}
        renderEnd={(b) =>
          given.has(b.bidderId) ? null : (
            <span className="kb-row-actions">
              <Button type="link" size="small" disabled={declare.busy} onClick={() => void none([b])}>
                无利害关系
              </Button>
              <Button type="link" size="small" danger disabled={declare.busy} onClick={() => conflict(b)}>
                应当回避
              </Button>
            </span>
          )
        }
      />
    </>
  )
}
