import { Progress } from 'antd'
import { formatSize } from '#web/kit/file-list.tsx'
import type { JobPart } from './job.ts'
import type { PartState } from './run-job.ts'
import type { Sealing } from './use-sealing.ts'

const WORDS: Record<PartState['stage'], string> = {
  waiting: '等待',
  sealing: '正在本机加密',
  uploading: '正在上传密文',
  checking: '服务器正在核对密文',
  done: '已封存，密文已核对',
}

/** Sealing is the first half of a file's bar, sending the second. */
function percentOf({ stage, share }: PartState): number {
  switch (stage) {
    case 'waiting':
      return 0
    case 'sealing':
      return share * 45
    case 'uploading':
      return 45 + share * 50
    case 'checking':
      return 95
    case 'done':
      return 100
  }
}

/** Each file with what is happening to it, in plain words. */
export function SealProgress({ sealing: { job, parts, phase, problem } }: { sealing: Sealing }) {
  if (!job) return null
  const states = job.parts.map((part) => parts.get(part.envelopeId) ?? { stage: 'waiting' as const, share: 0 })
  const done = states.filter((state) => state.stage === 'done').length
  return (
    <div className="bid-progress kb-above-12 kb-below-12">
      <p role="status">
        {phase === 'committing'
          ? '全部密文已到达，正在提交并写入公开日志……'
          : phase === 'running'
            ? `正在封存，已完成 ${done} / ${job.parts.length} 个文件`
            : problem
              ? `已停在 ${done} / ${job.parts.length} 个文件`
              : ''}
      </p>
      <ul>
        {job.parts.map((part, i) => (
          <PartLine key={part.envelopeId} part={part} state={states[i]!} stopped={phase === 'stopped'} />
        ))}
      </ul>
    </div>
  )
}

function PartLine({ part, state, stopped }: { part: JobPart; state: PartState; stopped: boolean }) {
  const halted = stopped && state.stage !== 'done' && state.stage !== 'waiting'
  return (
    <li className="kb-line kb-size-13">
      <span className="kb-shrink kb-break">{part.name}</span>
      <span className="kb-muted">{part.size > 0 ? formatSize(part.size) : ''}</span>
      <Progress
        aria-label={`${part.name} 进度`}
        percent={Math.floor(percentOf(state))}
        size="small"
        status={state.stage === 'done' ? 'success' : halted ? 'exception' : 'active'}
        showInfo={false}
      />
      <span className={state.stage === 'done' ? 'kb-good' : 'kb-muted'}>{halted ? '已中断' : WORDS[state.stage]}</span>
    </li>
  )
}
