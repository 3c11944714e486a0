import { Alert, Button } from 'antd'
import { type ReactNode, useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import { ActionBar } from '#web/kit/action-bar.tsx'
import { SideBlock } from '#web/kit/detail-screen.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { ErrorState, Skeleton } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { EmbeddedScreen } from '#web/shell/embedded-screen.tsx'
import { useCall } from '#web/use-call.ts'
import type { taskDetail, workflowDetail } from '../../contract/workflows.ts'
import { workflowProgress } from '../../contract/workflows.ts'
import { TODO_LIST } from '../../rules/addresses.ts'
import { WorkflowStatus } from '../../rules/enums.ts'
import { ProgressFlow } from '../flow/progress-flow.tsx'
import { workflowTone } from '../tones.ts'
import { ActDialog } from './act-dialog.tsx'
import { RecordList } from './records.tsx'
import { RemarkList } from './remarks.tsx'
import { SubmittedSection } from './sections.tsx'
import { useActs } from './use-acts.ts'

type Workflow = OutputOf<typeof workflowDetail>
type Task = OutputOf<typeof taskDetail>

interface WorkflowPageProps {
  workflow: Workflow
  /** The task through which the person looks; null: as initiator or reader. */
  task: Task | null
  /** Where the page belongs; the to-do list when left out. */
  back?: { label: string; to: string }
  /** Without the business page: where this stands on a page of the business itself. */
  plain?: boolean
}

/** One workflow, whole: what is asked for, where it stands, what was said, and what may be done. */
export function WorkflowPage({ workflow, task, back, plain = false }: WorkflowPageProps) {
  const { workflowId, facts, sections } = workflow
  const navigate = useNavigate()
  const acts = useActs({ workflowId, taskId: task?.taskId ?? null })
  const press = (allowed: readonly { action: string; label: string }[]) => (action: string) => {
    const found = allowed.find((one) => one.action === action)
    if (found) acts.press(found)
  }
  // An address may ask for one act, e.g. from a list of what is to be done: its dialog opens once.
  const asked = useSearchParams()[0].get('act')
  const taskActions = task?.actions
  useEffect(() => {
    if (asked && taskActions) press(taskActions)(asked)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once per address, not per change of the page
  }, [asked])
  const progress = useCall(workflowProgress, { params: { id: workflowId } })
  const running = workflow.endedAt === null
  const tag = WorkflowStatus.label(workflow.status)
  return (
    <article>
      <PageHead
        title={`${workflow.nodeLabel}审批：${workflow.title}`}
        status={<StatusTag label={tag} tone={workflowTone(workflow.status)} />}
        back={back ?? { label: '待办事项', to: TODO_LIST }}
        facts={[
          workflow.typeLabel,
          `${workflow.initiatorName}${workflow.initiatorDepartment && `（${workflow.initiatorDepartment}）`} ${formatTime(workflow.startedAt)} 发起`,
          running && workflow.waitsFor.length > 0 && `等待 ${workflow.waitsFor.join('、')} 审批`,
          workflow.endedAt && `${formatTime(workflow.endedAt)} 结束`,
          task?.behalfOf && `代${task.behalfOf}审批`,
        ]}
        actions={
          <>
            {workflow.editor && (
              <Button type="primary" onClick={() => void navigate(workflow.editor!)}>
                重新编辑
              </Button>
            )}
            <ActionBar actions={workflow.actions} onAction={press(workflow.actions)} />
          </>
        }
      />
      <Outcome workflow={workflow} task={task} />
      <div className="kb-detail-body">
        <div className="kb-grow">
          {facts.length > 0 && (
            <Part title="审批事项">
              <FieldList items={facts} />
            </Part>
          )}
          {sections.map((section) => (
            <Part key={section.title} title={section.title}>
              <SubmittedSection section={section} workflowId={workflowId} />
            </Part>
          ))}
          <Part title="审批流程" extra={definitionText(workflow.definition)}>
            {progress.data ? (
              <ProgressFlow
                progress={progress.data}
                started={{ by: workflow.initiatorName, at: workflow.startedAt }}
                ended={running ? null : tag}
              />
            ) : progress.error ? (
              <ErrorState error={progress.error} onRetry={() => void progress.refetch()} />
            ) : (
              <Skeleton lines={5} />
            )}
          </Part>
          {workflow.page && !plain && (
            <Part title="业务页面">
              <EmbeddedScreen key={workflow.page} address={workflow.page} label="业务页面" />
            </Part>
          )}
        </div>
        <aside className="kb-detail-side">
          <SideBlock title="审批记录">
            {progress.data ? (
              <RecordList records={progress.data.records} workflowId={workflowId} />
            ) : (
              <Skeleton lines={4} />
            )}
          </SideBlock>
          <SideBlock title="备注">
            <RemarkList workflowId={workflowId} />
          </SideBlock>
        </aside>
      </div>
      {task && task.actions.length > 0 && (
        <div
          className="wf-bar kb-row kb-gap-24 kb-loose kb-between kb-wrap kb-above-20 kb-pad-y-12 kb-rule-top kb-panel"
          role="group"
          aria-label="审批"
        >
          <span className="kb-soft">
            {task.behalfOf ? `代${task.behalfOf}审批` : '等待您审批'} · {task.nodeName} · {formatTime(task.arrivedAt)}{' '}
            到达
          </span>
          <ActionBar actions={task.actions} onAction={press(task.actions)} most={5} />
        </div>
      )}
      {acts.open && (
        <ActDialog
          key={acts.open.action}
          act={acts.open}
          onDo={(input) => acts.run(acts.open!.action, input)}
          onClose={acts.close}
        />
      )}
    </article>
  )
}

function definitionText(definition: Workflow['definition']): string {
  return definition ? `${definition.name} · 第 ${definition.version} 版` : '采购人保留审批的环节'
}

/** How it ended, or what became of a task opened too late. */
function Outcome({ workflow, task }: { workflow: Workflow; task: Task | null }) {
  const words = [task?.outcome, workflow.result].filter((text): text is string => Boolean(text))
  if (words.length === 0) return null
  const bad = workflow.status === WorkflowStatus.values.rejected
  return (
    <Alert
      className="kb-below-8"
      type={bad ? 'error' : 'info'}
      showIcon
      title={words[0]}
      {...(words[1] && words[1] !== words[0] ? { description: words[1] } : {})}
    />
  )
}

function Part({ title, extra, children }: { title: string; extra?: string; children: ReactNode }) {
  return (
    <section className="kb-section" aria-label={title}>
      <h2>
        {title}
        {extra && (
          <span className="kb-flex kb-gap-16 kb-tight kb-wrap kb-size-13 kb-push kb-regular kb-muted">{extra}</span>
        )}
      </h2>
      {children}
    </section>
  )
}
