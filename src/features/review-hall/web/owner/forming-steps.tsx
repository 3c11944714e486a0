import { Button } from 'antd'
import { useNavigate } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import type { committee } from '../../contract/purchaser.ts'
import { DirectChoice } from './direct-choice.tsx'

type Committee = OutputOf<typeof committee>
type Step = Committee['steps'][number]

interface FormingStepsProps {
  committee: Committee
  projectId: string
  onChoose: () => void
}

const MARKS = {
  done: { mark: '✓', word: '已完成', tone: 'kb-good' },
  now: { mark: '●', word: '进行中', tone: 'kb-accent' },
  next: { mark: '○', word: '未开始', tone: 'kb-muted' },
}

/** Forming the committee: draw, notices, replies, substitutes, seats, avoidance; where each stands and what is next. */
export function FormingSteps({ committee: chosen, projectId, onChoose }: FormingStepsProps) {
  const { steps, isOpen, drawRule, direct } = chosen
  // Several may be under way; one is what to do next.
  const next = steps.find((step) => step.state === 'now' && step.action)
  return (
    <section aria-label="组建步骤">
      <h2 className="rv-h2 kb-below-8">
        组建步骤
        {drawRule && (
          <small>
            {drawRule.title}（{drawRule.citation}）
          </small>
        )}
      </h2>
      <ol className="rv-forming">
        {steps.map((step) => (
          <li key={step.key} aria-current={step.state === 'now' ? 'step' : undefined}>
            <span className={MARKS[step.state].tone} role="img" aria-label={MARKS[step.state].word}>
              {MARKS[step.state].mark}
            </span>
            <b className={step.state === 'next' ? 'kb-soft kb-regular' : ''}>{step.label}</b>
            <span className="kb-soft">{step.detail}</span>
            {isOpen && step.action && (
              <StepAction
                step={step}
                isNext={step === next}
                chosen={chosen}
                projectId={projectId}
                onChoose={onChoose}
              />
            )}
          </li>
        ))}
      </ol>
      {direct && (
        <p className="kb-hint kb-above-12">
          特殊招标项目，专家由招标人直接确定：{direct.groundLabel}。{direct.reason}（{direct.byName}，
          {formatTime(direct.at)}）
        </p>
      )}
      {isOpen && drawRule && <DirectChoice projectId={projectId} isStated={direct !== null} />}
    </section>
  )
}

function StepAction({
  step: { action },
  isNext,
  chosen,
  projectId,
  onChoose,
}: {
  step: Step
  isNext: boolean
  chosen: Committee
  projectId: string
  onChoose: () => void
}) {
  const navigate = useNavigate()
  if (!action) return null
  const look = isNext ? ({ type: 'primary', size: 'small' } as const) : ({ size: 'small' } as const)
  switch (action.at) {
    case 'choose':
      return (
        <Button {...look} onClick={onChoose}>
          {action.label}
        </Button>
      )
    case 'new-extraction':
      return (
        <Button {...look} onClick={() => void navigate(`/expert/extraction/project/form?orderId=${projectId}`)}>
          {action.label}
        </Button>
      )
    case 'extraction':
      return (
        <Button {...look} onClick={() => void navigate(`/expert/extraction/project/${chosen.extractionId}/detail`)}>
          {action.label}
        </Button>
      )
  }
}
