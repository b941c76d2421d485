export const app = {
  'app.name': 'Canastra',
  'app.skip': 'Go to the content',
  'app.back': 'Back',
  'app.home': 'Start',
  'app.loading': 'Opening…',
  'app.notFound': 'This page does not exist.',
  'app.notFoundHelp': 'The address may be incomplete. Ask for the link again, or go on from the start page.',
  'app.failed': 'Something went wrong on this page.',
  'app.failedHelp': 'Nothing of the match is lost: the server keeps it. Open the page again.',
  'app.failedLoading': 'This part did not load. Check the connection and try again.',
  'app.reload': 'Open again',
  'app.retry': 'Try again',
} as const;
