import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { formatDate } from '#contract/time.ts'
import { openFile } from '#web/export.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { useAction } from '#web/use-call.ts'
import { shelved } from '../core/key-shelf.ts'
import { certificateFile, certificatePage, revokeCertificate, startChange } from '../contract/company.ts'
import { CERTIFICATE_STATES, REVOKE_REASONS } from '../rules/application.ts'
import { KINDS, MEDIA } from '../rules/kinds.ts'
import { DEMO_NAME } from '../rules/words.ts'
import { KeyDialog } from './key-dialog.tsx'
import { type Certificate, PATHS } from './words.ts'

/** Certificates that the company has bought, and what may be done with each. */
export function Certificates({ tabs }: { tabs: ReactNode }) {
  const navigate = useNavigate()
  const [revoked, setRevoked] = useState<Certificate | null>(null)
  const [opened, setOpened] = useState<Certificate | null>(null)
  const change = useAction(startChange, {
    success: '已创建申请，请核对后提交',
    onDone: ({ applicationId }) => void navigate(`${PATHS.form}/${applicationId}`),
  })
  return (
    <>
      <ListScreen
        title="数字证书"
        endpoint={certificatePage}
        rowKey={(row) => row.certificateId}
        tabs={{
          param: 'state',
          tabs: [
            { value: '', label: '全部', countKey: 'all' },
            { value: 'active', label: '在用' },
            { value: 'ended', label: '已失效' },
          ],
        }}
        filters={[{ kind: 'text', name: 'keyword', label: '持有人或序列号' }]}
        columns={[
          {
            key: 'holder',
            title: '证书',
            value: (row) => row.holder,
            render: (row) => <MainCell code={row.serial} title={`${row.holder}（${KINDS[row.kind]}）`} />,
          },
          {
            key: 'authority',
            title: '签发机构',
            width: 110,
            value: (row) => (row.isDemo ? DEMO_NAME : '证书机构'),
          },
          {
            key: 'medium',
            title: '介质',
            width: 130,
            value: (row) => MEDIA[row.medium],
            render: (row) => <Medium row={row} />,
          },
          { key: 'years', title: '购买', width: 90, value: (row) => (row.years ? `${row.years} 年` : '变更') },
          { key: 'price', title: '价格', kind: 'amount', width: 100, value: (row) => row.price },
          {
            key: 'period',
            title: '有效期',
            width: 190,
            value: (row) => `${formatDate(row.from)} 至 ${formatDate(row.until)}`,
          },
          { key: 'days', title: '剩余', width: 80, value: (row) => (row.daysLeft > 0 ? `${row.daysLeft} 天` : '') },
          {
            key: 'state',
            title: '状态',
            width: 90,
            value: (row) => CERTIFICATE_STATES[row.state].label,
            render: (row) => <StatusTag {...tagOf(row)} />,
          },
        ]}
        rowActions={(row) => [
          {
            label: '下载证书',
            onClick: () => openFile(certificateFile, { params: { certificateId: row.certificateId } }),
          },
          row.medium === 'browser' && row.state !== 'revoked' && { label: '密钥', onClick: () => setOpened(row) },
          ...row.actions.map(({ action, label, danger, reason }) => ({
            label,
            ...(danger ? { danger } : {}),
            ...(reason ? { reason } : {}),
            onClick: () =>
              action === 'revoke'
                ? setRevoked(row)
                : change.run({ params: { certificateId: row.certificateId }, body: { act: action as 'renew' } }),
          })),
        ]}
        primary={{ label: '申请证书', to: PATHS.form }}
        empty={{ title: '还没有数字证书', hint: '申请后由平台核验身份，再由证书机构签发' }}
      >
        {tabs}
        <p className="kb-note kb-below-8">
          USB Key 的 PIN
          码解锁由证书机构柜台办理，平台不能代办。投标加密使用的投标密钥与数字证书不同，请在“投标密钥”中管理。
        </p>
      </ListScreen>
      {revoked && <Revoking row={revoked} onClose={() => setRevoked(null)} />}
      {opened && <KeyDialog row={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

function tagOf({ state }: Certificate) {
  const { label, tone } = CERTIFICATE_STATES[state]
  return { label, tone }
}

/** Whether the key is at hand: signing needs it in this browser. */
function Medium({ row }: { row: Certificate }) {
  if (row.medium !== 'browser') return <>{MEDIA[row.medium]}</>
  const isHere = shelved(localStorage, row.keyHash) !== null
  return <MainCell title={MEDIA.browser} extra={isHere ? '密钥在本机' : '密钥不在本机'} />
}

function Revoking({ row, onClose }: { row: Certificate; onClose: () => void }) {
  return (
    <ActionDialog<typeof revokeCertificate, { code: keyof typeof REVOKE_REASONS; reason: string }>
      title={`吊销证书：${row.holder}`}
      endpoint={revokeCertificate}
      fields={[
        {
          kind: 'select',
          name: 'code',
          label: '类别',
          required: true,
          options: Object.entries(REVOKE_REASONS).map(([value, label]) => ({ value, label })),
        },
        { kind: 'area', name: 'reason', label: '原因', required: true, maxLength: 200, rows: 2 },
      ]}
      input={(body) => ({ params: { certificateId: row.certificateId }, body })}
      hint="吊销立即生效，不能恢复；此前完成的签名仍然有效。"
      okText="吊销"
      danger
      success="已吊销"
      onClose={onClose}
    />
  )
}
