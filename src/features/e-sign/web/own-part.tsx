import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import { ActionBar } from '#web/kit/action-bar.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { employeeExists, ownSignature, revokeEmployee } from '../contract/people.ts'
import { PersonState } from '../rules/status.ts'
import { CodeDialog } from './code-dialog.tsx'
import { Picture } from './picture.tsx'
import { personTag } from './words.ts'

type Own = OutputOf<typeof employeeExists>

/** How oneself stands with signing for the company, and what to do about it. */
export function OwnPart() {
  const query = useCall(employeeExists, {})
  const [asking, setAsking] = useState<'open' | 'change' | null>(null)
  const revoke = useAction(revokeEmployee, { success: '已完成' })
  return (
    <section className="kb-section kb-above-20" aria-label="我的个人签署">
      <h2>我的个人签署</h2>
      <WhenLoaded query={query}>
        {(own) => (
          <>
            <Facts own={own} />
            <div className="kb-above-12">
              <ActionBar
                actions={own.actions}
                onAction={(action) => {
                  if (action === 'open' || action === 'change') setAsking(action)
                  else return revoke.run({ params: { id: own.employeeId } })
                  return undefined
                }}
              />
            </div>
            {asking && <CodeDialog employeeId={own.employeeId} purpose={asking} onClose={() => setAsking(null)} />}
          </>
        )}
      </WhenLoaded>
    </section>
  )
}

function Facts({ own }: { own: Own }) {
  const S = PersonState.values
  return (
    <>
      <FieldList
        items={[
          { label: '姓名', value: own.name },
          { label: '手机号', value: own.mobile },
          { label: '状态', value: <StatusTag {...personTag(own.status)} /> },
          own.identity !== '' && { label: '身份证号', value: own.identity },
          own.openedAt && { label: '开通时间', value: formatTime(own.openedAt) },
          own.status === S.opened && {
            label: '签名图样',
            value: (
              <span className="e-sign-name">
                <Picture endpoint={ownSignature} input={{}} name={`${own.name}的签名图样`} />
              </span>
            ),
          },
        ]}
      />
      {own.status === S.asked && (
        <p className="kb-note">
          {own.askedByName}邀请您代表企业签署电子文件。确认须使用您本人手机号收到的验证码，确认前不会以您的名义签署
        </p>
      )}
      {own.status === S.none && !own.isCompanyOpened && <p className="kb-note">企业开通后方可开通个人签署</p>}
      {own.status === S.none && own.isCompanyOpened && own.actions.length === 0 && (
        <p className="kb-note">由企业管理员邀请后，您可在此由本人确认开通</p>
      )}
    </>
  )
}
