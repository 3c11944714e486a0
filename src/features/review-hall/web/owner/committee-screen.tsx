import { Button } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { ActionBar } from '#web/kit/action-bar.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { committee, startReview } from '../../contract/purchaser.ts'
import { CommitteeTable } from '../results/committee-table.tsx'
import { type Project, useOwnerProject, useReviewFrame } from '../review-data.ts'
import { useReviewAddress } from '../review-address.ts'
import '../review.css'
import '../committee.css'
import { CommitteeChoice } from './committee-choice.tsx'
import { MarkedList, markedFindings } from '#web/kit/marked-list.tsx'
import { FormingSteps } from './forming-steps.tsx'
import { ReplaceDialog } from './replace-dialog.tsx'

type Committee = OutputOf<typeof committee>
type Member = Committee['members'][number]

/** The committee from the purchaser's side: choosing it, starting the review, following statements and votes. */
export function Screen() {
  const { projectId } = useReviewAddress()
  const project = useOwnerProject(projectId)
  const members = useCall(committee, { params: { projectId } }, { fresh: 0 })
  useReviewFrame(project, 'leader-recommend')
  return (
    <WhenLoaded query={project}>
      {(p) => <WhenLoaded query={members}>{(c) => <CommitteePage project={p} committee={c} />}</WhenLoaded>}
    </WhenLoaded>
  )
}

function CommitteePage({ project, committee: chosen }: { project: Project; committee: Committee }) {
  const params = { projectId: project.projectId }
  const [choosing, setChoosing] = useState(false)
  const [replacing, setReplacing] = useState<Member | null>(null)
  const start = useAction(startReview, { success: '评审已开始' })
  const active = chosen.members.filter((m) => m.outAt === null)
  // What stands in the way is said where one would press, not after it.
  const obstacle = chosen.steps.find((step) => step.key === 'start' && step.state === 'next')?.detail
  const actions = project.actions
    .filter((a) => a.action === 'startReview')
    .map((a) => (obstacle === undefined ? a : { reason: obstacle, ...a }))
  const replaced = (m: Member) =>
    m.outAt === null || chosen.members.filter((o) => o.outAt === null).length < chosen.planned
  return (
    <div className="rv-page kb-column kb-gap-20">
      <header className="kb-row kb-gap-24 kb-loose kb-between kb-wrap">
        <p className="kb-row kb-gap-16 kb-tight kb-wrap">
          <b>
            {active.length} / {chosen.planned} 人
          </b>
          <span className="kb-hint">采购文件规定的人数 {chosen.planned} 人</span>
          {project.startedAt ? (
            <span className="kb-hint">
              回避声明 {active.filter((m) => m.noConflict === true).length}/{active.length}，推选组长投票{' '}
              {active.filter((m) => m.hasVoted).length}/{active.length}
            </span>
          ) : (
            <span className="kb-hint">评标委员会成员名单在中标结果确定前保密（《招标投标法》第三十七条）</span>
          )}
        </p>
        <div className="kb-actions">
          <ActionBar actions={actions} onAction={() => start.run({ params })} />
        </div>
      </header>
      <FormingSteps committee={chosen} projectId={project.projectId} onChoose={() => setChoosing(true)} />
      {chosen.members.length === 0 ? (
        <EmptyState
          title="尚未组建评标委员会"
          hint={
            chosen.drawRule
              ? '评标专家从专家库随机抽取，开标后自动进入委员会；采购人代表由本单位确定'
              : '可随机抽取，也可从专家库选择技术、经济专家，并可选择采购人代表'
          }
        />
      ) : (
        <CommitteeTable
          reviewers={chosen.members}
          {...(chosen.canReplace
            ? {
                renderEnd: (m: Member) =>
                  replaced(m) && (
                    <Button type="link" size="small" onClick={() => setReplacing(m)}>
                      更换
                    </Button>
                  ),
              }
            : {})}
        />
      )}
      <section>
        <h2 className="rv-h2 kb-below-8">合规检查</h2>
        <MarkedList label="合规检查" rows={markedFindings(chosen.findings)} />
      </section>
      {choosing && (
        <CommitteeChoice projectId={project.projectId} committee={chosen} onClose={() => setChoosing(false)} />
      )}
      {replacing && (
        <ReplaceDialog
          projectId={project.projectId}
          member={replacing}
          members={chosen.members}
          onClose={() => setReplacing(null)}
        />
      )}
    </div>
  )
}
