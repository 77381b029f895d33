/** Style sheets of fonts that the build makes (resources/fonts/pretendard.ts). */
declare module "#fonts/*.css";
