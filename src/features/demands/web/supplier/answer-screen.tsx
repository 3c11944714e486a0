import { Alert } from 'antd'
import { useNavigate, useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { answerSurvey, surveyDetail } from '../../contract/supplier.ts'
import { supplierPlaces } from '../../rules/places.ts'
import { HIDDEN, NO_OFFER } from '../../rules/words.ts'
import { answerBodyOf, answerSections, type AnswerValues, startOf } from '../answer/answer-fields.tsx'
import { LastAnswer } from '../answer/answer-view.tsx'

/** The answer sheet: kept as a draft while it is written, revised until the survey ends; then it is only read. */
export function Screen() {
  const { orderId: demandId = '' } = useParams()
  const query = useCall(surveyDetail, { params: { demandId } }, { fresh: 0 })
  return <WhenLoaded query={query}>{(survey) => <Sheet survey={survey} />}</WhenLoaded>
}

function Sheet({ survey }: { survey: OutputOf<typeof surveyDetail> }) {
  const { demandId, profile, parameters, questions, endsAt, own, rounds, asked } = survey
  const roundNo = rounds.at(-1)?.roundNo ?? 1
  const navigate = useNavigate()
  const answer = useAction(answerSurvey, {
    success: ({ revision }) => (revision === 1 ? '应答已提交' : '应答已修改'),
  })
  const place = supplierPlaces(profile)
  // Of the last round, else of the one before it.
  const before = own?.answers[0]
  const isRevision = before?.roundNo === roundNo
  const given = { parameters, questions, roundNo, earlier: asked }
  const may = survey.actions.find(({ action }) => action === 'answer')
  const page = {
    title: isRevision ? '修改应答' : '填写应答',
    back: { label: survey.title, to: place.detail(demandId) },
    facts: [survey.code, survey.ownerName, rounds.length > 1 && `第 ${roundNo} 轮`, `${formatTime(endsAt)} 截止`],
  }
  if (!may || may.reason)
    return (
      <article className="kb-stack kb-gap-12">
        <PageHead {...page} title="我的应答" />
        <Alert type="info" showIcon title={NO_OFFER} />
        <Alert type="warning" showIcon title={may?.reason ?? '报名审核通过后方可应答。'} />
        {before && (
          <LastAnswer
            answer={before}
            asked={asked}
            questions={questions}
            profile={profile}
            pathOf={(fileId) => `/api/workbench/supplier/demands/${demandId}/files/${fileId}`}
          />
        )}
      </article>
    )
  return (
    <FormScreen<AnswerValues>
      {...page}
      draft={`demands.answer.${demandId}.${own?.answers.length ?? 0}`}
      initial={startOf(given, before)}
      sections={[
        {
          content: (
            <Alert
              type="info"
              showIcon
              title={NO_OFFER}
              description={`${HIDDEN}其他供应商始终不可见。截止前可以修改，以最后一次提交为准。`}
            />
          ),
        },
        ...(before && !isRevision
          ? [
              {
                content: (
                  <Alert
                    type="warning"
                    showIcon
                    title={`本轮参数有调整，已带入贵单位第 ${before.roundNo} 轮的应答；有调整的参数请重新选择是否满足。`}
                  />
                ),
              },
            ]
          : []),
        ...answerSections({ ...given, profile, use: 'demand-answer', demandId }),
      ]}
      submit={{
        label: isRevision ? '提交修改' : '提交应答',
        run: (values) => answer.run({ params: { demandId }, body: answerBodyOf(values, roundNo) }),
      }}
      onDone={() => void navigate(place.detail(demandId), { replace: true })}
    />
  )
}
