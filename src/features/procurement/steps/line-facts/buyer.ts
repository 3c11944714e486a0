import type { StepBuyer } from '../../web/buyer/order-form/step-buyer.ts'

export const lineFacts: StepBuyer = {
  sections: [
    {
      before: 'schedule',
      key: 'line-facts',
      title: '逐行要求',
      paths: ['settings.lineFacts'],
      isComplete: ({ settings }) => Object.keys(settings?.lineFacts ?? {}).length > 0,
      lines: 10,
      load: async () => (await import('./buyer-section.tsx')).LineFactsSection,
    },
  ],
}
