import { Alert } from 'antd'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { askText } from '#web/kit/ask-text.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import type { FileRef } from '#web/kit/file-list.tsx'
import { FileList } from '#web/kit/file-list.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useLive } from '#web/live.ts'
import { useAction, useCall } from '#web/use-call.ts'
import { declineSurvey, signUpSurvey, surveyDetail } from '../../contract/supplier.ts'
import { supplierPlaces } from '../../rules/places.ts'
import { SURVEY_MODES } from '../../rules/status.ts'
import { NO_OFFER } from '../../rules/words.ts'
import { LastAnswer } from '../answer/answer-view.tsx'
import { ChangeTable, ItemTable, ParameterTable } from '../parts.tsx'
import { CATEGORIES } from '../words.ts'
import { ownTag } from './own-tag.ts'

type Survey = OutputOf<typeof surveyDetail>

/** One survey: what is wanted, the own sign-up and answer; nothing of others. */
export function Screen() {
  const { orderId: demandId = '' } = useParams()
  const navigate = useNavigate()
  const query = useCall(surveyDetail, { params: { demandId } })
  useLive(query.data?.tradeId ? `demand-trade:${query.data.tradeId}` : '')
  const [isSigning, setSigning] = useState(false)
  const decline = useAction(declineSurvey, { success: '已答复不参与' })
  const pathOf = (fileId: string) => `/api/workbench/supplier/demands/${demandId}/files/${fileId}`
  const acts: Record<string, (survey: Survey) => void> = {
    signUp: () => setSigning(true),
    answer: ({ profile, tradeId }) => void navigate(supplierPlaces(profile).answer(demandId, tradeId!)),
    decline: () =>
      askText({
        title: '不参与调研',
        label: '原因（可不填）',
        least: 0,
        okText: '不参与',
        run: (reason) => decline.run({ params: { demandId }, body: { reason } }),
      }),
  }
  return (
    <DetailScreen query={query} back={{ label: '需求调研', to: '/supplier/monitor/demand/list' }}>
      {(survey) => ({
        title: survey.title,
        status: <StatusTag {...ownTag(survey)} />,
        facts: [survey.code, survey.ownerName, SURVEY_MODES[survey.mode]],
        deadline: { label: '调研截止', at: survey.endsAt, over: '调研已截止' },
        actions: survey.actions,
        onAction: (action) => acts[action]?.(survey),
        notice: (
          <div className="kb-stack kb-gap-8 kb-below-16">
            <Alert type="info" showIcon title={NO_OFFER} />
            {survey.isWithdrawn && <Alert type="warning" showIcon title={`调研已撤回：${survey.withdrawReason}`} />}
            {survey.ownState === 'refused' && survey.own && (
              <Alert type="warning" showIcon title={`报名未通过：${survey.own.refusal}。截止前可以重新报名。`} />
            )}
            {survey.ownState === 'waiting' && <Alert type="info" showIcon title="报名已提交，等待审核。" />}
            {isSigning && <SignUp survey={survey} onClose={() => setSigning(false)} />}
          </div>
        ),
        sections: [
          { key: 'basic', title: '需求', content: <Basics survey={survey} pathOf={pathOf} /> },
          { key: 'items', title: '采购标的', content: <ItemTable items={survey.items} /> },
          { key: 'parameters', title: parametersTitle(survey), content: <Asked survey={survey} /> },
          survey.changes.length > 0 && {
            key: 'changes',
            title: '截止时间变更',
            content: <ChangeTable changes={survey.changes} />,
          },
          ...lastOfRounds(survey).map((answer) => ({
            key: `answer-${answer.roundNo}`,
            title: survey.rounds.length > 1 ? `我的第 ${answer.roundNo} 轮应答` : '我的应答',
            extra: <span>{`第 ${answer.revision} 次提交，其他供应商不可见`}</span>,
            content: (
              <LastAnswer
                answer={answer}
                asked={survey.asked}
                questions={survey.questions}
                profile={survey.profile}
                pathOf={pathOf}
              />
            ),
          })),
        ],
      })}
    </DetailScreen>
  )
}

function parametersTitle({ rounds }: Survey): string {
  return rounds.length > 1 ? `第 ${rounds.at(-1)!.roundNo} 轮需求参数` : '需求参数'
}

/** What the last round asks for, and what was changed against the one before. */
function Asked({ survey: { parameters, asked } }: { survey: Survey }) {
  const before = asked.at(-2)?.parameters
  return <ParameterTable rows={parameters} {...(before && { before })} />
}

/** The own answer that counts, of each round; the last round first. */
function lastOfRounds({ own }: Survey) {
  const answers = own?.answers ?? []
  return answers.filter(({ roundNo }, i) => answers[i - 1]?.roundNo !== roundNo)
}

function Basics({ survey, pathOf }: { survey: Survey; pathOf: (fileId: string) => string }) {
  return (
    <FieldList
      items={[
        { label: '发布单位', value: survey.ownerName },
        { label: '类别', value: CATEGORIES[survey.category] },
        { label: '地区', value: survey.region },
        { label: '交付（实施）地点', value: survey.place },
        { label: '期望交付日期', value: survey.wishedOn },
        { label: '发布时间', value: formatTime(survey.publishedAt) },
        { label: '采购目的与用途', value: <span className="kb-pre">{survey.purpose}</span>, wide: true },
        {
          label: '需求文件',
          value: <FileList files={survey.files} pathOf={(file) => pathOf(file.fileId)} />,
          wide: true,
        },
      ]}
    />
  )
}

function SignUp({ survey, onClose }: { survey: Survey; onClose: () => void }) {
  const isInvited = survey.ownState === 'invited' || survey.ownState === 'declined'
  return (
    <ActionDialog
      title={isInvited ? '接受调研邀请' : '报名参与调研'}
      endpoint={signUpSurvey}
      fields={[
        { kind: 'text', name: 'contact', label: '联系人', required: true, maxLength: 100 },
        { kind: 'area', name: 'note', label: '单位与业务介绍', maxLength: 2000, rows: 3 },
        { kind: 'files', name: 'files', label: '附件', use: 'demand-answer' },
      ]}
      initial={{ contact: survey.own?.contact ?? '', note: survey.own?.note ?? '', files: survey.own?.files ?? [] }}
      input={({ contact, note = '', files = [] }: { contact: string; note?: string; files?: FileRef[] }) => ({
        params: { demandId: survey.demandId },
        body: { contact, note, files: files.map(({ fileId, name }) => ({ fileId, name })) },
      })}
      hint={NO_OFFER}
      okText={isInvited ? '接受邀请' : '报名'}
      success={isInvited ? '已接受邀请，请在截止前提交应答' : '报名已提交，请等待审核'}
      onClose={onClose}
    />
  )
}
