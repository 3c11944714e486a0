import { formatTime } from '#contract/time.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { workflowProgress } from '../../contract/workflows.ts'
import { NODE_KINDS } from '../../rules/definition.ts'
import type { FlowNode } from '../../rules/definition.ts'
import { ApprovalMode, TaskStatus } from '../../rules/enums.ts'
import { FlowView } from './flow-view.tsx'
import { NO_NAMES, approversText } from './words.ts'

type Progress = OutputOf<typeof workflowProgress>
type Stop = Progress['nodes'][number]

const STATES: Record<Stop['state'], { word: string; className: string }> = {
  done: { word: '✓ 完成', className: 'wf-done' },
  now: { word: '● 进行中', className: 'wf-now' },
  next: { word: '○ 未到', className: '' },
  rejected: { word: '✕ 驳回', className: 'wf-rejected' },
  dropped: { word: '已终止', className: 'wf-off' },
}

interface ProgressFlowProps {
  progress: Progress
  started: { by: string; at: string }
  /** How it ended, in a word; null while it runs. */
  ended: string | null
}

/** Where a workflow stands on its flow: done, now and next, with who, when and what was said. */
export function ProgressFlow({ progress, started, ended }: ProgressFlowProps) {
  const stops = new Map(progress.nodes.map((node) => [node.nodeId, node]))
  const taken = new Set(progress.taken)
  return (
    <FlowView
      flow={progress.flow}
      label="审批进度"
      end={ended ?? '结束'}
      card={(node) => <NodeCard node={node} stop={stops.get(node.id)} started={started} />}
      branchCard={(branch) => (
        <div className={taken.has(branch.id) ? 'wf-card wf-condition wf-lit' : 'wf-card wf-condition wf-off'}>
          <span className="kb-row kb-gap-6 kb-strong">
            <span className="wf-card-kind kb-chip">条件</span>
            <span className="kb-grow kb-break">{branch.name}</span>
            {taken.has(branch.id) && <span className="wf-state kb-size-12 kb-push kb-fixed kb-regular">符合</span>}
          </span>
        </div>
      )}
    />
  )
}

interface NodeCardProps extends Pick<ProgressFlowProps, 'started'> {
  node: FlowNode
  /** Not there where the way does not lead. */
  stop: Stop | undefined
}

function NodeCard({ node, stop, started }: NodeCardProps) {
  if (node.kind === 'condition') return <span className="wf-card wf-end">{node.name}</span>
  const { word, className } = stop ? STATES[stop.state] : { word: '', className: 'wf-off' }
  return (
    <div
      className={`wf-card wf-${node.kind} ${className}`}
      {...(stop?.state === 'now' ? { 'aria-current': 'step' } : {})}
    >
      <span className="kb-row kb-gap-6 kb-strong">
        <span className="wf-card-kind kb-chip">{NODE_KINDS[node.kind]}</span>
        <span className="kb-grow kb-break">{node.name}</span>
        {word && (
          <span className="wf-state kb-size-12 kb-push kb-fixed kb-regular">{node.kind === 'start' ? '✓' : word}</span>
        )}
      </span>
      {node.kind === 'approver' && (stop?.tasks.length ?? 0) !== 1 && (
        <span className="wf-card-text kb-block kb-soft kb-break">{ApprovalMode.label(node.mode)}</span>
      )}
      {node.kind !== 'start' && (stop?.tasks.length ?? 0) === 0 && (
        <span className="wf-card-text kb-block kb-soft kb-break">{approversText(node.approvers, NO_NAMES)}</span>
      )}
      {node.kind === 'start' && (
        <span className="wf-card-text kb-block kb-soft kb-break">
          {started.by} <span className="kb-muted">{formatTime(started.at)}</span>
        </span>
      )}
      {node.kind !== 'start' && stop && stop.tasks.length > 0 && (
        <ul className="kb-above-4 kb-rule-top">
          {stop.tasks.map((task) => (
            <li key={task.taskId} className="kb-flex kb-gap-8 kb-flat kb-between kb-wrap">
              <span>
                {task.name}
                {task.note && <span className="kb-note">（{task.note}）</span>}
              </span>
              <span className="kb-note">{stateOf(task, node.kind)}</span>
              {task.remark && <q className="kb-wide kb-size-12 kb-soft">{task.remark}</q>}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function stateOf(task: Stop['tasks'][number], kind: FlowNode['kind']): string {
  if (kind === 'copy') return task.readAt ? `${formatTime(task.readAt)} 已读` : task.arrivedAt ? '未读' : ''
  const label = TaskStatus.label(task.status)
  return task.actedAt ? `${formatTime(task.actedAt)} ${label}` : label
}
