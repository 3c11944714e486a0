import { Input, Segmented } from 'antd'
import { useNavigate } from 'react-router'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { giveOpinions, verificationDetail } from '../contract.ts'
import { expertPlaces, type Opinion, OPINIONS } from '../rules/verification.ts'
import { ParameterPart, SubjectPart } from './parts.tsx'
import type { Detail } from './words.ts'

interface Line {
  questionId: string
  opinion?: Opinion
  reason: string
}
const CHOICES = Object.entries(OPINIONS).map(([value, label]) => ({ value: value as Opinion, label }))

/** What an expert says to every question, alone. */
export function OpinionForm({ id }: { id: string }) {
  const query = useCall(verificationDetail, { params: { verificationId: id } }, { fresh: 0 })
  return <WhenLoaded query={query}>{(detail) => <Sheet detail={detail} />}</WhenLoaded>
}

function Sheet({ detail }: { detail: Detail }) {
  const navigate = useNavigate()
  const give = useAction(giveOpinions, { success: '意见已提交' })
  const id = detail.verificationId
  if (!detail.actions.some(({ action }) => action === 'opine'))
    return <EmptyState title="现在没有需要提交的意见" hint="接受邀请并在论证开始后，每名专家提交一次意见" />
  return (
    <FormScreen<{ opinions: Line[] }>
      title="提交论证意见"
      back={{ label: detail.title, to: expertPlaces.desk(id) }}
      facts={[detail.code]}
      draft={`verification.opinions.${id}`}
      initial={{ opinions: detail.questions.map(({ questionId }) => ({ questionId, reason: '' })) }}
      sections={[
        { title: '论证内容', content: <SubjectPart detail={detail} /> },
        ...(detail.parameters.length > 0 ? [{ title: '需求参数', content: <ParameterPart detail={detail} /> }] : []),
        {
          title: '逐题意见',
          hint: '独立提出意见；修改后同意、不同意的须说明理由。全部专家提交后互相可见，提交后不能修改。',
          fields: [
            {
              kind: 'custom',
              name: 'opinions',
              label: '意见',
              wide: true,
              control: <Lines questions={detail.questions} />,
            },
          ],
        },
      ]}
      submit={{
        label: '提交意见',
        confirm: '提交后不能修改。',
        run: ({ opinions }) =>
          give.run({
            params: { verificationId: id },
            body: { opinions: opinions.flatMap(({ opinion, ...line }) => (opinion ? [{ ...line, opinion }] : [])) },
          }),
      }}
      onDone={() => void navigate(expertPlaces.desk(id), { replace: true })}
    />
  )
}

interface LinesProps {
  questions: Detail['questions']
  value?: Line[]
  onChange?: (lines: Line[]) => void
}

function Lines({ questions, value = [], onChange }: LinesProps) {
  const set = (at: number, part: Partial<Line>) =>
    onChange?.(value.map((line, i) => (i === at ? { ...line, ...part } : line)))
  return (
    <ol className="kb-stack kb-gap-16">
      {value.map((line, at) => {
        const title = questions.find(({ questionId }) => questionId === line.questionId)?.title ?? ''
        return (
          <li key={line.questionId} className="kb-stack kb-gap-8" data-path={`opinions.${at}.reason`}>
            <b>{title}</b>
            <div>
              <Segmented<Opinion | ''>
                aria-label={`第 ${at + 1} 题：意见`}
                value={line.opinion ?? ''}
                options={CHOICES}
                onChange={(opinion) => opinion !== '' && set(at, { opinion })}
              />
            </div>
            <Input.TextArea
              aria-label={`第 ${at + 1} 题：理由`}
              placeholder="理由"
              rows={2}
              maxLength={2000}
              value={line.reason}
              onChange={(event) => set(at, { reason: event.target.value })}
            />
          </li>
        )
      })}
    </ol>
  )
}
